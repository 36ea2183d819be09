import { readFileSync } from 'node:fs';
import path from 'node:path';
import MiniSearch from 'minisearch';
import { createMarkdownRenderer } from 'vitepress';
import { parse } from 'yaml';
import { docs, findPages, inReadingPath, type Language, languageOf, languages, urlOf } from '../contents.ts';
import { base } from '../llms.ts';
import { escapeHtml } from '../markdown/escape-html.ts';
import { markdown } from '../markdown/options.ts';
import { compoundLength } from './concepts.ts';
import { type IndexedSection, indexOptions, type StoredIndex } from './fields.ts';
import { plainText, type Section, sectionsOf } from './sections.ts';
import type { Group } from './synonyms.ts';
import { isKorean, partsOf, termsOf, wordsOf } from './terms.ts';

/** A heading of a file's code, such as `app/disconnect/route.ts` or `.env`, which says little about the section. */
const fileName = /^\S*\.\w+$/;

/** The phrases of synonyms.yaml as terms. */
const synonyms = (
  parse(readFileSync(path.join(import.meta.dirname, 'synonyms.yaml'), 'utf8')) as string[][]
).map((group): Group => group.map(termsOf));
const synonymTerms = new Set(synonyms.flat(2));

/** Returns the sections of the pages that a search in a language finds: of evidence only the headings. */
async function readSections(language: Language): Promise<Section[]> {
  const renderer = Object.create(await createMarkdownRenderer(docs, markdown, base));
  // The colors of code would take most of the time.
  renderer.options = { ...renderer.options, highlight: withoutColors };
  return pagesIn(language).flatMap((file) => {
    const source = readFileSync(path.join(docs, file), 'utf8');
    const env = { path: path.join(docs, file), relativePath: file, cleanUrls: true };
    const sections = sectionsOf(renderer.render(source, env), base.slice(0, -1) + urlOf(file));
    return inReadingPath(file) ? sections : sections.map((section) => ({ ...section, text: '', code: '' }));
  });
}

/** Returns the pages in a language, and those that are only in English. */
function pagesIn(language: Language): string[] {
  const pages = findPages();
  const folder = languages[language];
  return pages.filter((file) =>
    languageOf(file) === 'ko' ? language === 'ko' : folder === '' || !pages.includes(folder + file),
  );
}

const withoutColors = (code: string): string => `<pre>${escapeHtml(code)}</pre>`;

/** Returns the name of a page's file or folder, which is also in English and may say more than its title. */
const nameOf = (id: string): string => /([^/]+)\/?#/.exec(id)?.[1] ?? '';

/** Returns the parts of the compounds in a text, which aren't at their start. */
function partsIn(text: string, isKnown: (stem: string) => boolean): string[] {
  const compounds = wordsOf(text).filter((word) => isKorean(word) && word.length >= compoundLength);
  return compounds.flatMap((word) => partsOf(word, isKnown).slice(1));
}

/** Returns the search index of a language and the synonyms as JSON. */
export async function buildIndex(language: Language): Promise<string> {
  const sections = await readSections(language);
  const counts = new Map<string, number>();
  for (const { title, text } of sections)
    for (const term of termsOf(`${title} ${text}`)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const isKnown = (stem: string) => (counts.get(stem) ?? 0) > 2 || synonymTerms.has(stem);

  const index = new MiniSearch<IndexedSection>(indexOptions);
  for (const { id, title, titles, text, code } of sections) {
    const heading = plainText(title);
    const isFile = fileName.test(heading);
    const extra = [
      ...partsIn(`${heading} ${text}`, isKnown),
      ...termsOf(isFile ? `${heading} ${code}` : code),
    ];
    index.add({
      id,
      title,
      titles,
      heading: isFile ? '' : termsOf(heading).join(' '),
      parents: termsOf(titles.length > 0 ? plainText(titles.join(' ')) : nameOf(id)).join(' '),
      text: termsOf(text).join(' '),
      extra: [...new Set(extra)].join(' '),
    });
  }
  return JSON.stringify({ synonyms, index } satisfies StoredIndex);
}
