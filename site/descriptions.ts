import { readFileSync } from 'node:fs';
import path from 'node:path';
import { docs } from './contents.ts';

/** Maximum length of a description, in characters. */
const longest = 160;

/** Returns Markdown as plain text: without links, emphasis, code marks, and comments. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/<!--.*?-->|<[^<>]*>/gs, (html) => (/^<https?:/.test(html) ? html.slice(1, -1) : ''))
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\\([<>*_])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Whether a block of a page is a paragraph: no heading, list, table, quote, code, or link to the other language. */
const isParagraph = (block: string): boolean =>
  block.trim() !== '' &&
  !/^(?:[#>|]|[-*] |\d+\. |```| {4}|<(?!https?:))/.test(block) &&
  !/^\[(?:한국어|English)\]\([^)]*\)$/.test(block.trim());

/** Shortens a text to whole sentences, or to whole words if its first sentence is too long. */
function shortened(text: string): string {
  if (text.length <= longest) return text;
  const sentences = text.match(/.*?[.?!:](?= |$)/g) ?? [];
  let result = '';
  for (const sentence of sentences) {
    if (result.length + sentence.length > longest) break;
    result += sentence;
  }
  return result.trim() || `${text.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`;
}

/** Returns the description of a page: its first paragraph as plain text. @param markdown the page's text. */
export function descriptionOf(markdown: string): string {
  const text = markdown.replace(/^```.*?^```$/gms, '');
  const blocks = text.split(/\n\s*\n/);
  const first = blocks.find(isParagraph) ?? blocks.find((block) => /^(?:> |[-*] )/.test(block)) ?? '';
  return shortened(plainText(first.replaceAll(/^(?:> ?|[-*] )/gm, ''))).replace(/:$/, '.');
}

/** Returns the description of a page of the documentation. @param file path below `docs/`. */
export const descriptionOfPage = (file: string): string =>
  descriptionOf(readFileSync(path.join(docs, file), 'utf8'));
