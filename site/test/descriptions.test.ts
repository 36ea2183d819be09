import { expect, test } from 'vitest';
import { findPages } from '../contents.ts';
import { descriptionOf, descriptionOfPage } from '../descriptions.ts';
import { headOf } from '../head.ts';

test.each([
  [
    '# T\n\n[한국어](ko/T.md)\n\n**Sign in** with `plid` ([more](a.md#b)).\n\nNext.',
    'Sign in with plid (more).',
  ],
  ['<!-- hero -->\n\n# T\n\n<picture><img src="a.png" alt="A"></picture>\n\nText.', 'Text.'],
  ['# T\n\n```sh\nnpm start\n\nnpm test\n```\n\n| A |\n|---|\n\nThese <names> apply:', 'These apply.'],
  ['# T\n\n> **Note**: only a box.', 'Note: only a box.'],
  [`# T\n\nFirst. ${'Long words. '.repeat(20)}`, `First. ${'Long words. '.repeat(12)}`.trim()],
  [`# T\n\n${'word '.repeat(40)}`, `${'word '.repeat(30)}word…`],
])('the description of %j is %j', (page, description) => {
  expect(descriptionOf(page)).toBe(description);
});

test('every page has a description of at most 160 characters without markup', () => {
  const pages = findPages().filter((file) => !file.startsWith('verification/tables/'));
  const wrong = pages.filter((file) => !/^[^<>\x60[\]*]{20,160}$/.test(descriptionOfPage(file)));
  expect(wrong.map((file) => `${file}: ${descriptionOfPage(file)}`)).toEqual([]);
});

const page = { file: 'ko/start/quickstart.md', title: '빠른 시작', description: '설명' };
const links = (head: ReturnType<typeof headOf>) =>
  head.flatMap(([tag, attributes]) =>
    tag === 'link' ? [`${attributes?.rel} ${attributes?.hreflang ?? '-'} ${attributes?.href}`] : [],
  );

test('the head of a page names its address and its languages if the address of the site is known', () => {
  const head = headOf(page, 'https://example.com/docs');
  expect(links(head)).toEqual([
    'canonical - https://example.com/docs/ko/start/quickstart',
    'alternate en https://example.com/docs/start/quickstart',
    'alternate ko https://example.com/docs/ko/start/quickstart',
  ]);
  expect(head).toContainEqual([
    'meta',
    { property: 'og:url', content: 'https://example.com/docs/ko/start/quickstart' },
  ]);
  expect(head).toContainEqual(['meta', { property: 'og:locale', content: 'ko_KR' }]);
});

test('the head of a page that exists only in English has no Korean address', () => {
  const english = { ...page, file: 'contribute/map.md' };
  expect(links(headOf(english, 'https://example.com/docs/'))).toEqual([
    'canonical - https://example.com/docs/contribute/map',
    'alternate en https://example.com/docs/contribute/map',
  ]);
});

test('without an address of the site, the head has a title and a description for link previews', () => {
  const head = headOf(page, undefined);
  expect(links(head)).toEqual([]);
  expect(head).toContainEqual(['meta', { property: 'og:title', content: '빠른 시작' }]);
  expect(head).toContainEqual(['meta', { property: 'og:description', content: '설명' }]);
});
