import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
export const docs = path.join(root, 'docs');

/** The languages of the documentation, with the folder of each below `docs/`. */
export const languages = { en: '', ko: 'ko/' } as const;
export type Language = keyof typeof languages;

/** An area of `docs/contents.json`: a folder, its titles, and the names of its pages in order. */
interface Area {
  folder: string;
  en: string;
  ko: string;
  pages: string[];
}

/** Returns the language of a page. @param file path below `docs/`. */
export const languageOf = (file: string): Language => (file.startsWith(languages.ko) ? 'ko' : 'en');

/** A page in the order of the contents. */
export interface ListedPage {
  /** Path below `docs/`, such as `ko/start/quickstart.md`. */
  file: string;
  title: string;
  /** The language of the page: English if the page doesn't exist in the requested language. */
  language: Language;
}

/** The files that the site serves unchanged, next to its pages. */
export const contracts = ['openapi.yaml', 'carrier.openapi.yaml'];

/** Programs, not pages: the site links to them in the repository. */
export const excluded = ['examples/**', 'clients/**', '**/node_modules/**'];

/** Whether the navigation and the text of the search include a page. The tables of the verification are evidence, and would hide the guides. @param file path below `docs/`. */
export const inReadingPath = (file: string): boolean => !file.startsWith('verification/tables/');

/** Returns the areas in order, from `docs/contents.json`. */
export const readAreas = (): Area[] => JSON.parse(readFileSync(path.join(docs, 'contents.json'), 'utf8'));

/** Returns every page of the site, as paths below `docs/`. */
export const findPages = (): string[] =>
  globSync('**/*.md', { cwd: docs, exclude: excluded })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** Returns the title of a page, which is its first heading. @param file path below `docs/`. */
function titleOf(file: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(path.join(docs, file), 'utf8')) ?? [];
  return title?.replaceAll('`', '') ?? path.basename(file, '.md');
}

/** Returns the path of a page's URL below the site, such as `/start/quickstart` or `/gateway/`. */
export const urlOf = (file: string): string =>
  `/${file.replace(/\.md$/, '')}`.replace(/\/(?:README|index)$/, '/');

/**
 * Returns an area's pages in one language. Pages that don't exist in Korean are listed in English, and pages that
 * the contents don't list come last.
 */
export function pagesOf({ folder, pages }: Area, language: Language): ListedPage[] {
  const unlisted = findPages()
    .filter((file) => path.posix.dirname(file) === folder)
    .map((file) => path.basename(file, '.md'))
    .filter((name) => !pages.includes(name));
  return [...pages, ...unlisted].flatMap((name) => {
    const found = [language, 'en' as const].find((each) =>
      existsSync(path.join(docs, languages[each], folder, `${name}.md`)),
    );
    if (found === undefined) return [];
    const file = `${languages[found]}${folder}/${name}.md`;
    return [{ file, title: titleOf(file), language: found }];
  });
}

/**
 * Returns where the address of a folder without a README leads: to the folder's first page. Both are paths below the
 * site, such as `['/start', '/start/quickstart']`.
 */
export function folderRedirects(): [folder: string, page: string][] {
  const pages = findPages();
  const folders = new Set(pages.map((file) => path.posix.dirname(file)).filter((folder) => folder !== '.'));
  for (const { folder } of readAreas()) folders.add(`${languages.ko}${folder}`);
  return [...folders].sort().flatMap((folder): [string, string][] => {
    if (pages.includes(`${folder}/README.md`)) return [];
    const first = firstPageOf(folder);
    return first === undefined ? [] : [[`/${folder}`, urlOf(first)]];
  });
}

/** Returns the first page of a folder, or of the nearest folder above it that has one. */
function firstPageOf(folder: string): string | undefined {
  const language = languageOf(folder);
  const inLanguage = folder.slice(languages[language].length);
  const area = readAreas().find(
    (each) => inLanguage === each.folder || inLanguage.startsWith(`${each.folder}/`),
  );
  return area && pagesOf(area, language)[0]?.file;
}
