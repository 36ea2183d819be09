import { expect, test } from 'vitest';
import { dropOldestCookies, newestCookies } from '../../workers/core/http/cookies.ts';

const series = { prefix: 'plid-tab-', maxCount: 3, maxCharacters: 10 };
const withCookies = (...cookies: string[]) =>
  new Request('https://login.example.com/', { headers: { Cookie: cookies.join('; ') } });
const namesDropped = (request: Request, newLength = 0) =>
  dropOldestCookies(request, series, newLength).map(
    (cookie) => /^__Host-plid-tab-(\w+)=; Max-Age=0/.exec(cookie)?.[1],
  );

test('a series is read newest first, and nothing else with it', () => {
  const request = withCookies(
    '__Host-plid-tab-100=a',
    '__Host-plid-tab-300=c',
    'plid-tab-400=forged',
    '__Host-plid-tab-200=b',
  );
  expect(newestCookies(request, series)).toEqual([
    ['300', 'c'],
    ['200', 'b'],
    ['100', 'a'],
  ]);
});

test('one more than fit by number: the oldest goes', () => {
  const full = withCookies('__Host-plid-tab-100=a', '__Host-plid-tab-300=c', '__Host-plid-tab-200=b');
  expect(namesDropped(full)).toEqual(['100']);
  expect(namesDropped(withCookies('__Host-plid-tab-100=a', '__Host-plid-tab-200=b'))).toEqual([]);
});

test('those that do not fit beside the new one go, the oldest first', () => {
  const request = withCookies('__Host-plid-tab-100=aaaa', '__Host-plid-tab-200=bbbb');
  expect(namesDropped(request, 2)).toEqual([]);
  expect(namesDropped(request, 3)).toEqual(['100']);
  expect(namesDropped(request, 7)).toEqual(['200', '100']);
});
