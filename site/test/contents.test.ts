import { expect, test } from 'vitest';
import { findPages, inReadingPath, languages, readAreas, urlOf } from '../contents.ts';

const listed = readAreas().flatMap(({ folder, pages }) => pages.map((page) => `${folder}/${page}.md`));
/** The pages of `docs/` itself are the first pages of the site. */
const pages = findPages().filter((file) => !['README.md', 'ko/README.md'].includes(file));

test('docs/contents.json lists every page once', () => {
  const english = pages.filter((file) => !file.startsWith(languages.ko) && inReadingPath(file));
  expect([...listed].sort(), 'Change docs/contents.json.').toEqual(english);
});

test('every Korean page has the name of an English page', () => {
  const korean = pages.filter((file) => file.startsWith(languages.ko));
  expect(
    korean.map((file) => file.slice(languages.ko.length)).filter((file) => !listed.includes(file)),
  ).toEqual([]);
});

test('the address of a README is that of its folder', () => {
  expect(['README.md', 'ko/gateway/README.md', 'start/quickstart.md'].map(urlOf)).toEqual([
    '/',
    '/ko/gateway/',
    '/start/quickstart',
  ]);
});
