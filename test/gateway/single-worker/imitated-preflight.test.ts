import { expect, test } from 'vitest';
import {
  applicationRequest,
  userLookup,
} from '../../../workers/gateway/single-worker/application-request.ts';

const origin = 'https://www.example.com';
const credentials = { Cookie: '__Host-plid-session=a', Authorization: 'Bearer a' };
const preflight = { Origin: origin, 'Access-Control-Request-Method': 'PUT' };
const requestOf = (method: string, headers: Record<string, string>) =>
  new Request(`${origin}/orders`, { method, headers });

test('a request that imitates a preflight identifies no user, and reaches the application without credentials', () => {
  const imitated = requestOf('OPTIONS', { ...preflight, ...credentials });
  expect(userLookup(imitated, origin, [])).toBeUndefined();
  const passed = applicationRequest(imitated, new URL(imitated.url), []);
  expect([passed.headers.get('Cookie'), passed.headers.get('Authorization')]).toEqual([null, null]);
});

test.each([
  ['another method', 'PUT', preflight],
  ['no requested method', 'OPTIONS', { Origin: origin }],
])('a request with credentials and %s identifies its user', (_, method, headers) => {
  const lookup = userLookup(requestOf(method, { ...headers, ...credentials }), origin, []);
  expect(lookup?.headers.get('Authorization')).toBe('Bearer a');
});

test.each<[string, Record<string, string>, string[], Record<string, string | null> | undefined]>([
  ['a cookie', { Cookie: 'a=b' }, [], { Cookie: 'a=b', Authorization: null }],
  ['a token', { Authorization: 'Bearer a' }, [], { Cookie: null, Authorization: 'Bearer a' }],
  ['no credentials', {}, [], undefined],
  ['a foreign page and a cookie', { Cookie: 'a=b', 'Sec-Fetch-Site': 'cross-site' }, [], undefined],
  [
    'a foreign page, a cookie, and a token',
    { ...credentials, 'Sec-Fetch-Site': 'cross-site' },
    [],
    { Cookie: null, Authorization: 'Bearer a' },
  ],
  [
    'a trusted page and a cookie',
    { Cookie: 'a=b', 'Sec-Fetch-Site': 'cross-site', Origin: 'https://a.example' },
    ['https://a.example'],
    { Cookie: 'a=b', Authorization: null },
  ],
])('a form with %s has the credentials that identify its user', (_, headers, trusted, expected) => {
  const lookup = userLookup(requestOf('POST', headers), origin, trusted);
  const sent = lookup && {
    Cookie: lookup.headers.get('Cookie'),
    Authorization: lookup.headers.get('Authorization'),
  };
  expect(sent).toEqual(expected);
});
