import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { missingPage } from './.vitepress/missing-page.ts';
import { type Language, languages } from './contents.ts';
import { base } from './llms.ts';

/** What a browser without scripts shows for a missing page, in one language and then in the other. */
const withoutScripts = (order: Language[]): string =>
  order
    .map((language) => missingPage[language])
    .map(({ lang, title, home, contents }) => {
      const link = `<a href="${base}${home.slice(1)}">${contents}</a>`;
      return `<div lang="${lang}"><h1>${title}</h1><p>${link}</p></div>`;
    })
    .join('');

/** Completes VitePress's page for missing pages, which is empty without scripts, and writes one for each language. */
export function writeMissingPages(folder: string): void {
  const html = readFileSync(path.join(folder, '404.html'), 'utf8');
  for (const language of Object.keys(languages) as Language[]) {
    const order: Language[] = language === 'ko' ? ['ko', 'en'] : ['en', 'ko'];
    const page = html
      .replace('<html lang="en"', `<html lang="${language}"`)
      .replace(/<title>[^<]*/, `<title>${missingPage[language].title} | plid`)
      .replace(
        /(?=<\/body>)/,
        `<noscript><main class="missing vp-doc">${withoutScripts(order)}</main></noscript>`,
      );
    const place = path.join(folder, languages[language]);
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, '404.html'), page);
  }
}
