import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeBlocksOf } from './support/inspect/code-blocks.ts';
import { codesOf, readDocument } from './support/inspect/markdown.ts';
import { root } from './support/world/test-workers.ts';

/** Each Korean document stands in `docs/ko/` under the name of the English one; the README's is beside it. */
const korean = globSync('{README.ko.md,docs/ko/**/*.md}', { cwd: root }).sort();
const englishOf = (file: string) => file.replace('docs/ko/', 'docs/').replace('.ko.md', '.md');
const koreanOf = (file: string) =>
  file.startsWith('docs/') ? file.replace('docs/', 'docs/ko/') : file.replace('.md', '.ko.md');

const withoutCode = (file: string) => readDocument(file).replace(/^ *```.*?^ *```$/gms, '');
const levelsOf = (file: string) =>
  [...withoutCode(file).matchAll(/^(#+) .+$/gm)].map(([, marks = '']) => marks);

/** What each section says in `code`, in alphabetical order; what a reader fills in (`<…>`) may be translated. */
const namedIn = (file: string) =>
  withoutCode(file)
    .split(/^(?=#+ )/m)
    .map((section) => [...new Set(codesOf(section.replace(/<[^>\n]*>/g, '<>')))].sort());

/** Blocks without their comments, which are translated. */
const codeOf = (file: string) =>
  codeBlocksOf(file).map(({ language, text }) => ({
    language,
    text: text.replace(/^\s*(?:#|\/\/).*$|\s+(?:#|\/\/) .*$|<!--.*?-->/gm, '').replace(/\n{2,}/g, '\n'),
  }));

/** What a document links to and shows: addresses, and paths from the top of the repository. */
function linksOf(file: string): string[] {
  const text = withoutCode(file).replace(/`[^`]*`/g, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"|<(https?:[^>]+)>/g)];
  return links.map(([, link, source, address]) => {
    const target = link ?? source ?? address ?? '';
    if (/^\w+:/.test(target)) return target;
    const [document = '', anchor] = target.split('#');
    const resolved = document === '' ? file : path.join(path.dirname(file), document);
    return anchor === undefined ? resolved : `${resolved}#`;
  });
}

test('the documents that people in Korea begin with are there in Korean', () => {
  const needed = ['README.ko.md', 'docs/ko/getting-started.md', 'docs/ko/troubleshooting.md'];
  expect(korean).toEqual(expect.arrayContaining(needed));
});

describe.each(korean)('%s', (file) => {
  const english = englishOf(file);

  test('is the translation of a document', () => expect(existsSync(path.join(root, english))).toBe(true));

  test('has the headings of the English one', () => expect(levelsOf(file)).toEqual(levelsOf(english)));

  test('has its blocks of code, but for the comments', () => expect(codeOf(file)).toEqual(codeOf(english)));

  test('has its tables, row by row', () => {
    const rowsOf = (document: string) =>
      [...withoutCode(document).matchAll(/^ *\|.*\|$/gm)].map(([row]) => row.split(/(?<!\\)\|/).length);
    expect(rowsOf(file)).toEqual(rowsOf(english));
  });

  test('names in each section the settings, fields and commands that the English one names', () =>
    expect(namedIn(file)).toEqual(namedIn(english)));

  test('links to the same places, in the same number', () => {
    const others = (links: string[]) => links.filter((link) => link !== file && link !== english);
    const translated = others(linksOf(file)).map(englishOf);
    expect(translated.sort()).toEqual(others(linksOf(english)).sort());
  });

  test('and the English one link to each other, and it to no English document that is there in Korean', () => {
    expect([linksOf(english).includes(file), linksOf(file).includes(english)]).toEqual([true, true]);
    const documents = linksOf(file).filter((link) => link !== english && /\.md#?$/.test(link));
    const left = documents.filter((link) => !korean.includes(link.replace('#', '')));
    expect(left.filter((link) => existsSync(path.join(root, koreanOf(link.replace('#', '')))))).toEqual([]);
  });

  test('is written in Korean', () => {
    const prose = withoutCode(file).replace(/`[^`]*`|\]\([^)]*\)|<[^>]*>/g, '');
    const count = (pattern: RegExp) => prose.match(pattern)?.length ?? 0;
    expect(count(/[가-힣]/g)).toBeGreaterThan(count(/[A-Za-z]/g) / 2);
  });
});
