import type { Language } from '../../workers/core/http/language.ts';
import type { Texts } from '../../workers/core/protocol/texts.ts';

export type { Language, Texts };

/** A text in English, and in Korean if the page exists in Korean. */
type EnglishText = Pick<Texts, 'en'> & Partial<Texts>;

/** A page of docs/reference. Without a Korean title, it exists only in English. */
export interface Page {
  /** The file's name without `.md`. */
  name: string;
  title: EnglishText;
  /** The first sentence: what the page lists. */
  summary: EnglishText;
  /** Everything after the summary. */
  body(language: Language): string;
}

/** How to write the pages again after the code or a text has changed. */
export const command = 'npx node tools/reference/write.ts';

const folders = { en: 'docs/reference', ko: 'docs/ko/reference' };

export const fileOf = ({ name }: Pick<Page, 'name'>, language: Language): string =>
  `${folders[language]}/${name}.md`;

/** The languages in which a page exists. */
export const languagesOf = ({ title }: Pick<Page, 'title'>): Language[] =>
  (['en', 'ko'] as const).filter((language) => title[language] !== undefined);

const links = {
  en: (name: string) => `[한국어](../ko/reference/${name}.md)`,
  ko: (name: string) => `[English](../../reference/${name}.md)`,
};

/** Renders a page with its heading, the link to the other language, and its origin. */
export function render(page: Page, language: Language): string {
  const { name, title, summary } = page;
  const other = languagesOf(page).length > 1 ? [links[language](name)] : [];
  const origin = `<!-- Generated from the code and tools/reference. Don't edit. Write it again with: ${command} -->`;
  const parts = [`# ${title[language]}`, ...other, origin, summary[language], page.body(language)];
  return `${parts.join('\n\n').trimEnd()}\n`;
}

/** Renders a table. A cell's line breaks become spaces. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`.replaceAll('|  |', '| |');
  return [line(headings), `|${'---|'.repeat(headings.length)}`, ...rows.map(line)].join('\n');
}

const cell = (text: string) => text.replaceAll('\n', ' ').replace(/(?<!\\)\|/g, '\\|');

export const code = (text: string): string => `\`${text}\``;
export const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

/** A comment's text as a cell of short phrases: without the full stop at its end. */
export const phrase = (text: string): string => text.replace(/\.$/, '');

/**
 * An entry of a list of definitions: a name as a heading, and paragraphs. It needs no width, unlike a row of a table.
 * @param anchor id for links, which stays when headings with the same name come or go.
 */
export const entry = (level: number, name: string, anchor: string, ...paragraphs: string[]): string =>
  section(level, `${code(name)}<a id="${anchor}"></a>`, ...paragraphs);

/** A line that can be unfolded. */
export const folded = (summary: string, content: string): string =>
  `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;

/** A heading and its content. */
export const section = (level: number, heading: string, ...content: string[]): string =>
  [`${'#'.repeat(level)} ${heading}`, ...content].join('\n\n');

/**
 * Returns the texts of all names, in the order of the names. @throws if a name has no text, or if a text has no name
 * in the code.
 */
export function textsFor<Text>(
  what: string,
  file: string,
  names: readonly string[],
  texts: Readonly<Record<string, Text>>,
  languages = 'in both languages',
): (readonly [name: string, text: Text])[] {
  const missing = names.filter((name) => texts[name] === undefined);
  const gone = Object.keys(texts).filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new TextFault(
      `Describe the ${what} in tools/reference/${file}, ${languages}: ${missing.join(', ')}`,
    );
  if (gone.length > 0)
    throw new TextFault(
      `The code has no such ${what}. Remove it from tools/reference/${file}: ${gone.join(', ')}`,
    );
  return names.map((name) => [name, texts[name] as Text] as const);
}

/** A text that is missing or superfluous. */
export class TextFault extends Error {}
