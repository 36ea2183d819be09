import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contracts, docs, findPages, type Language, languages, pagesOf, readAreas } from './contents.ts';
import { targetOf } from './links.ts';

export const base = '/docs/';

/** Returns a page's Markdown. Links to other pages stay, and links to files lead to the repository on the web. */
function markdownOf(file: string): string {
  const text = readFileSync(path.join(docs, file), 'utf8');
  return text.replaceAll(/\]\(([^)\s]+)\)/g, (link, href: string) => {
    const target = targetOf(href, file);
    return target?.startsWith('https:') ? `](${target})` : link;
  });
}

const pagesIn = (language: Language) =>
  readAreas().flatMap((area) => pagesOf(area, language).filter((page) => page.language === language));

/** Lists the pages of a language as llmstxt.org specifies. */
const listOf = (language: Language): string =>
  readAreas()
    .map((area) => {
      const pages = pagesOf(area, language).filter((page) => page.language === language);
      return [`## ${area[language]}\n`, ...pages.map(({ file, title }) => `- [${title}](${base}${file})`)];
    })
    .filter(({ length }) => length > 1)
    .map((lines) => lines.join('\n'))
    .join('\n\n');

const summary =
  '# plid\n\n> Sign in with a Korean phone number, on Cloudflare Workers: a gateway, a login service, and a sandbox.\n';

/** Writes what programs read: each page as Markdown, `llms.txt`, `llms-full.txt`, and the API contracts. */
export function writeTexts(folder: string): void {
  for (const file of findPages()) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), markdownOf(file));
  }
  for (const language of Object.keys(languages) as Language[]) {
    const place = path.join(folder, languages[language]);
    writeFileSync(path.join(place, 'llms.txt'), `${summary}\n${listOf(language)}\n`);
    const pages = pagesIn(language).map(({ file }) => `<!-- ${base}${file} -->\n\n${markdownOf(file)}`);
    writeFileSync(path.join(place, 'llms-full.txt'), `${summary}\n${pages.join('\n')}`);
  }
  for (const file of contracts) copyFileSync(path.join(docs, file), path.join(folder, file));
}
