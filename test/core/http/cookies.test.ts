import { expect, test } from 'vitest';
import {
  type CookieSeries,
  dropOldestCookies,
  newestCookies,
  readCookie,
  readCookies,
  writeCookie,
} from '../../../workers/core/http/cookies.ts';
import { redirect } from '../../../workers/core/http/redirect.ts';
import { isLoopback, isSecureAddress } from '../../../workers/core/http/secure-address.ts';
import { jsx } from '../../../workers/pages/jsx-runtime.ts';
import { page } from '../../../workers/pages/page.ts';

const series: CookieSeries = { prefix: 'plid-tab-', maxCount: 3, maxCharacters: 10 };
const withCookies = (...cookies: string[]) =>
  new Request('https://login.example.com/', { headers: { Cookie: cookies.join('; ') } });
const namesDropped = (request: Request, newLength = 0) =>
  dropOldestCookies(request, series, newLength).map(
    (cookie) => /^__Host-plid-tab-(\w+)=; Max-Age=0/.exec(cookie)?.[1],
  );

test('a series of cookies is read newest first, without other cookies', () => {
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

test('one cookie over the maximum number removes the oldest', () => {
  const full = withCookies('__Host-plid-tab-100=a', '__Host-plid-tab-300=c', '__Host-plid-tab-200=b');
  expect(namesDropped(full)).toEqual(['100']);
  expect(namesDropped(withCookies('__Host-plid-tab-100=a', '__Host-plid-tab-200=b'))).toEqual([]);
});

test("the oldest cookies are removed if they don't fit next to the new one", () => {
  const request = withCookies('__Host-plid-tab-100=aaaa', '__Host-plid-tab-200=bbbb');
  expect(namesDropped(request, 2)).toEqual([]);
  expect(namesDropped(request, 3)).toEqual(['100']);
  expect(namesDropped(request, 7)).toEqual(['200', '100']);
});

test('a cookie is bound to its host, https, HTTP only, and SameSite=Lax', () => {
  const url = new URL('https://login.example.com/oauth2/authorize');
  expect(writeCookie(url, 'plid-tab', 'a b', 60)).toBe(
    '__Host-plid-tab=a%20b; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  expect(writeCookie(new URL('http://localhost:8787/wait'), 'plid-tab', '', 0)).toBe(
    'plid-tab=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  );
});

test.each([
  ['https://login.example.com/', '__Host-plid-tab'],
  ['http://login.example.com/', '__Host-plid-tab'],
  ['http://localhost.example.com/', '__Host-plid-tab'],
  ['http://localhost:8787/', 'plid-tab'],
  ['http://127.0.0.1:8787/', 'plid-tab'],
  ['https://localhost/', '__Host-plid-tab'],
])('at %s a cookie is named %s, and no other name is read', (address, name) => {
  const other = name === 'plid-tab' ? '__Host-plid-tab' : 'plid-tab';
  const request = new Request(address, { headers: { Cookie: `${other}=planted; ${name}=own` } });
  expect(readCookie(request, 'plid-tab')).toBe('own');
  expect([...readCookies(request, 'plid-')]).toEqual([['tab', 'own']]);
});

test('over https only a __Host- cookie is read', () => {
  expect(readCookie(withCookies('plid-tab=planted', '__Host-plid-tab=own'), 'plid-tab')).toBe('own');
  expect(
    readCookie(withCookies('plid-tab=planted', '__Secure-plid-tab=planted'), 'plid-tab'),
  ).toBeUndefined();
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['not-localhost', false],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
  ['login.example.com', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopback(new URL(`http://${host}:8787/`))).toBe(expected);
});

test.each([
  ['https://login.example.com/', true],
  ['http://localhost:8787/', true],
  ['http://login.example.com/', false],
  ['ftp://localhost/', false],
  ['javascript://localhost/%0aalert(1)', false],
])("a request to %s can't be read on the way: %s", (address, expected) => {
  expect(isSecureAddress(new URL(address))).toBe(expected);
});

test('a redirect and a page set all of their cookies', () => {
  const cookies = ['a=1', 'b=2'];
  for (const answer of [redirect(303, '/next', cookies), page(() => jsx('p', {}), { cookies })])
    expect(answer.headers.getSetCookie()).toEqual(cookies);
});
