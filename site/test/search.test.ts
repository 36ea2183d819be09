import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { docs, type Language, languages, urlOf } from '../contents.ts';
import { base } from '../llms.ts';
import { buildIndex } from '../search/build-index.ts';
import { createSearch, type Found } from '../search/search.ts';
import { partsOf, stemOf, termsOf } from '../search/terms.ts';
import queries from './queries.json' with { type: 'json' };

/** Maximum size of an index, in bytes. A phone loads it while its user types. */
const sizeLimit = 800_000;
/** The part of the queries whose page must be among the first three results. */
const required = 0.9;

const indexes = { en: await buildIndex('en'), ko: await buildIndex('ko') };
const search = { en: createSearch(indexes.en), ko: createSearch(indexes.ko) };
const pagesOf = (results: Found[]): string[] => results.map(({ id }) => id.replace(/#.*/, ''));

test.each(Object.keys(languages) as Language[])(
  '%s: the right page is among the first three results',
  (language) => {
    const misses = Object.entries(queries[language]).flatMap(([query, page]) => {
      const file = `${languages[language]}${page}`;
      expect(existsSync(path.join(docs, file)), `${file} exists`).toBe(true);
      const pages = pagesOf(search[language](query));
      const first = pages.slice(0, 3);
      const url = `${base.slice(0, -1)}${urlOf(file)}`;
      return first.includes(url)
        ? []
        : [`${query}: ${url} is at ${pages.indexOf(url) + 1}, after ${first.join(' ')}`];
    });
    const count = Object.keys(queries[language]).length;
    expect(count).toBeGreaterThanOrEqual(30);
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(count * (1 - required) + 1e-9);
  },
);

test.each(Object.keys(languages) as Language[])('%s: the index is small', (language) => {
  expect(Buffer.byteLength(indexes[language])).toBeLessThan(sizeLimit);
});

test('the first results are sections of different pages, with the page that has the words as its title first', () => {
  const pages = pagesOf(search.ko('빠른 시작')).slice(0, 5);
  expect(new Set(pages).size).toBe(5);
  expect(pages[0]).toBe('/docs/ko/start/quickstart');
});

test('references and evidence come after the guides', () => {
  const [first, ...others] = pagesOf(search.en('attacks'));
  expect(first).toBe('/docs/trust/threat-model');
  expect(others).toContain('/docs/verification/tables/threats');
});

test('a Korean search also finds pages that are only in English', () => {
  expect(pagesOf(search.ko('명령어'))[0]).toBe('/docs/reference/commands');
});

test('a misspelled word finds the similar one', () => {
  expect(pagesOf(search.en('quickstrat'))).toContain('/docs/start/quickstart');
});

test.each([
  ['로그인을', '로그인'],
  ['추가하기', '추가'],
  ['바꿉니다', '바꾸'],
  ['동의', '동의'],
  ['costs', 'cost'],
  ['rotating', 'rotat'],
])('the stem of %s is %s', (word, stem) => expect(stemOf(word)).toBe(stem));

test.each([
  ['Signing out of the app', ['signout', 'app']],
  ['redirect_uri를 등록하세요', ['redirect', 'uri', '등록']],
  ['Next.js', ['nextj']],
])('the terms of "%s" are %j', (text, terms) => expect(termsOf(text)).toEqual(terms));

test('the parts of a compound are words that are known', () => {
  const isKnown = (stem: string) => ['휴대폰', '번호', '로그인'].includes(stem);
  expect(partsOf('휴대폰번호로', isKnown)).toEqual(['휴대폰', '번호']);
  expect(partsOf('자동로그인', isKnown)).toEqual([]);
});
