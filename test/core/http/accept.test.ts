import { expect, test } from 'vitest';
import { prefersPage } from '../../../workers/core/http/accept.ts';
import { parseAcceptPreferences } from '../../../workers/core/http/accept-preferences.ts';

const request = (headers: Record<string, string>) => new Request('https://login.example.com/', { headers });

test('quality values are read in any position, and an invalid one counts as 1', () => {
  expect(parseAcceptPreferences(null)).toEqual(parseAcceptPreferences(''));
  expect(parseAcceptPreferences('Text/HTML;level=1;q=0.5, application/json ; q=0, */*;q=2')).toEqual([
    { value: 'text/html', quality: 0.5 },
    { value: 'application/json', quality: 0 },
    { value: '*/*', quality: 1 },
  ]);
});

test.each([
  ['q=0.', 0],
  ['q=0.125', 0.125],
  [' q=0.5 ', 0.5],
  ['level=1; q=0.5', 0.5],
  ['q=1.000', 1],
  ['q=0.1234', 1],
  ['q=0.5x', 1],
  ['eq=0.5', 1],
])('text/html;%s has the quality %d', (parameters, quality) => {
  expect(parseAcceptPreferences(`text/html;${parameters}`)).toEqual([{ value: 'text/html', quality }]);
});

test.each([
  ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', true],
  ['application/json', false],
  ['text/html;q=0.4, application/json;q=0.5', false],
  ['*/*', false],
])('Accept: %s prefers a page: %s', (Accept, expected) => {
  expect(prefersPage(request({ Accept }))).toBe(expected);
});
