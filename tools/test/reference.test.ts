import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { entry, fileOf, languagesOf, render, table, textsFor } from '../reference/page.ts';
import { readPages } from '../reference/pages.ts';
import { readSource, root } from '../reference/sources.ts';

describe('the texts of a reference page', () => {
  const texts = { KEYS: { en: 'Encrypts.', ko: '암호화합니다.' } };

  test('are returned in the order of the names', () => {
    expect(textsFor('setting', 'texts.ts', ['KEYS'], texts)).toEqual([['KEYS', texts.KEYS]]);
  });

  test.each([
    [
      'a name without a text',
      ['KEYS', 'PAR'],
      'Describe the setting in tools/reference/texts.ts, in both languages: PAR',
    ],
    [
      'a text without a name',
      [],
      'The code has no such setting. Remove it from tools/reference/texts.ts: KEYS',
    ],
  ])('report %s', (_, names, message) => {
    expect(() => textsFor('setting', 'texts.ts', names, texts)).toThrow(message);
  });
});

test("a table's cells are single lines without column marks", () => {
  expect(table(['A', 'B'], [['1 | 2', 'x\ny']])).toBe('| A | B |\n|---|---|\n| 1 \\| 2 | x y |');
});

test("an entry's anchor follows its heading, and its text needs no table", () => {
  expect(entry(4, 'KEYS', 'service-keys', 'Encrypts.')).toBe(
    '#### `KEYS`<a id="service-keys"></a>\n\nEncrypts.',
  );
});

test('a page without a Korean title has no link to another language', () => {
  const page = {
    name: 'commands',
    title: { en: 'Commands' },
    summary: { en: 'A list.' },
    body: () => 'One.',
  };
  expect(languagesOf(page)).toEqual(['en']);
  expect(render(page, 'en')).not.toContain('ko/reference');
});

test('every page of docs/reference is up to date', { timeout: 60_000 }, async () => {
  const pages = await readPages();
  const files = pages.flatMap((page) =>
    languagesOf(page).map((language) => ({ file: fileOf(page, language), text: render(page, language) })),
  );
  const outdated = files
    .filter(({ file, text }) => !existsSync(`${root}/${file}`) || readSource(file) !== text)
    .map(({ file }) => file);
  expect(outdated, 'Run: npx node tools/reference/write.ts').toEqual([]);
});
