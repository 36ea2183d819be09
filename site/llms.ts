import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  contracts,
  docs,
  findPages,
  type Language,
  type ListedPage,
  languages,
  pagesOf,
  readAreas,
  root,
} from './contents.ts';
import { descriptionOfPage } from './descriptions.ts';
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

const lineOf = ({ file, title }: ListedPage): string =>
  `- [${title}](${base}${file}): ${descriptionOfPage(file)}`;

/** Lists the pages of a language as llmstxt.org specifies. */
const listOf = (language: Language): string =>
  readAreas()
    .map((area) => {
      const pages = pagesOf(area, language).filter((page) => page.language === language);
      return [`## ${area[language]}\n`, ...pages.map(lineOf)];
    })
    .filter(({ length }) => length > 1)
    .map((lines) => lines.join('\n'))
    .join('\n\n');

/** The first lines of `llms.txt`, which name the list in the other language. */
const summaries = {
  en: `# plid\n\n> Sign in with a Korean phone number, on Cloudflare Workers: a gateway, a login service, and a sandbox.\n\nIn Korean: [${base}ko/llms.txt](${base}ko/llms.txt)\n`,
  ko: `# plid\n\n> Cloudflare Workers에서 한국 휴대폰 번호로 로그인합니다. 게이트웨이, 로그인 서비스, 샌드박스를 제공합니다.\n\n영어: [${base}llms.txt](${base}llms.txt)\n`,
};

/** Writes what programs read: each page as Markdown, `llms.txt`, `llms-full.txt`, the changelog, and the API contracts. */
export function writeTexts(folder: string): void {
  for (const file of findPages()) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), markdownOf(file));
  }
  for (const language of Object.keys(languages) as Language[]) {
    const place = path.join(folder, languages[language]);
    writeFileSync(path.join(place, 'llms.txt'), `${summaries[language]}\n${listOf(language)}\n`);
    const pages = pagesIn(language).map(({ file }) => `<!-- ${base}${file} -->\n\n${markdownOf(file)}`);
    writeFileSync(path.join(place, 'llms-full.txt'), `${summaries[language]}\n${pages.join('\n')}`);
  }
  copyFileSync(path.join(root, 'CHANGELOG.md'), path.join(folder, 'changelog.txt'));
  for (const file of contracts) copyFileSync(path.join(docs, file), path.join(folder, file));
}
