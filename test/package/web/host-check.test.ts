import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hostCheck } from '../../../packages/plid/web/host-check.ts';

const page = new URL('http://localhost:3000/callback');
const check = hostCheck(page);
const ask = (path: string, Host: string, method = 'GET') =>
  check(new Request(`http://localhost:3000${path}`, { method, headers: { Host } }))?.answer;

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

test.each([
  ['/login', '/login?plid_host=1'],
  ['/login?a=b', '/login?a=b&plid_host=1'],
  // A sign-in of an OpenID Connect relying party has a long URL.
  [`/login?a=${'b'.repeat(3_900)}`, `/login?a=${'b'.repeat(3_900)}&plid_host=1`],
])('%s at another name of this machine is redirected, and not cached', (path, location) => {
  const answer = ask(path, '127.0.0.1:3000');
  expect([answer?.status, answer?.headers.get('Location'), answer?.headers.get('Cache-Control')]).toEqual([
    303,
    `http://localhost:3000${location}`,
    'no-store',
  ]);
});

test.each([
  ['the same host', '/login', 'localhost:3000', 'GET'],
  ['another port', '/login', '127.0.0.1:3001', 'GET'],
  ['another machine', '/login', 'shop.example.com', 'GET'],
  ['an invalid host', '/login', 'a b', 'GET'],
  ['a form, whose fields a redirect would lose', '/login', '127.0.0.1:3000', 'POST'],
  ['a second redirect', '/login?plid_host=1', '127.0.0.1:3000', 'GET'],
  ['a URL that is too long', `/login?a=${'b'.repeat(4_000)}`, '127.0.0.1:3000', 'GET'],
])('a sign-in at %s is not redirected', (_, path, host, method) => {
  expect(ask(path, host, method)).toBeUndefined();
});

test('a sign-in at another host is reported once', () => {
  const own = hostCheck(page);
  for (const Host of ['shop.example.com', 'www.example.com'])
    own(new Request('http://localhost:3000/login', { headers: { Host } }));
  expect(vi.mocked(console.warn).mock.calls).toEqual([
    [
      expect.stringMatching(
        /started at the host shop\.example\.com, but redirectUri has the host localhost:3000/,
      ),
    ],
  ]);
});

test.each([
  [255, 1],
  [256, 0],
])('a host of %i characters is reported %i times', (length, times) => {
  const Host = `${'a.'.repeat(200).slice(0, length - 1)}b`;
  hostCheck(page)(new Request('http://localhost:3000/login', { headers: { Host } }));
  expect(console.warn).toHaveBeenCalledTimes(times);
});
