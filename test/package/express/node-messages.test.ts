import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { sendResponse, toRequest } from '../../../packages/plid/express/node-messages.ts';
import { prefetchHeaders } from '../../../workers/core/http/prefetch.ts';

const site = 'https://shop.example.com';
const page = new URL(`${site}/callback`);
const read = (request: object) =>
  toRequest({ method: 'GET', headers: {}, ...request } as IncomingMessage, page);

test.each([
  ['/login', '/login'],
  ['/login?a=b?c', '/login?a=b?c'],
  ['/login?', '/login'],
  // A target that names another host keeps only its query.
  ['//evil.example/login?a=b', '/?a=b'],
  ['http://evil.example/login?a=b', '/?a=b'],
  ['@evil.example/login', '/'],
  ['.evil.example/login', '/'],
  ['/\\evil.example', '/'],
])('the target %s of a request is %s of the own site', (url, address) => {
  expect(read({ url }).url.replace(/\?$/, '')).toBe(site + address);
});

test('the target below a mount path is the whole one', () => {
  expect(read({ url: '/login', originalUrl: '/shop/login?a=b' }).url).toBe(`${site}/shop/login?a=b`);
  expect(read({}).url).toBe(`${site}/`);
});

test.each([
  ['GET', 'GET'],
  ['HEAD', 'HEAD'],
  ['POST', 'POST'],
  ['PROPFIND', 'PROPFIND'],
  ['TRACE', 'OPTIONS'],
])('a request with %s is read as %s, without its body', (method, expected) => {
  const request = read({ method, url: '/' });
  expect([request.method, request.body]).toEqual([expected, null]);
});

test('a request has the headers that a decision needs, and no others', () => {
  const names = ['accept', 'accept-language', 'cookie', 'host', 'origin', 'sec-fetch-dest', 'sec-fetch-site'];
  const needed = [...names, ...Object.keys(prefetchHeaders).map((name) => name.toLowerCase())];
  const sent = [...needed, 'authorization', 'content-length', 'x-forwarded-host'];
  const headers = Object.fromEntries(sent.map((name) => [name, `value of ${name}`]));
  const request = read({ url: '/', headers: { ...headers, 'set-cookie': ['a', 'b'] } });
  expect(Object.fromEntries(request.headers)).toEqual(
    Object.fromEntries(needed.map((name) => [name, `value of ${name}`])),
  );
});

test.each([0, 1, 2])(
  'a response with %i cookies adds them to those of the application, and keeps its headers',
  async (count) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const own = ['theme=dark', 'cart=7; Path=/'];
    response.setHeader('Set-Cookie', own);
    response.setHeader('X-Application', 'shop');
    const added = Array.from({ length: count }, (_, index) => `plid-${index}=value; HttpOnly`);
    const headers = new Headers({ Location: '/orders' });
    for (const cookie of added) headers.append('Set-Cookie', cookie);
    await sendResponse(response, new Response(null, { status: 303, headers }));
    expect(response.statusCode).toBe(303);
    expect(response.getHeaders()).toMatchObject({
      'set-cookie': [...own, ...added],
      'x-application': 'shop',
      location: '/orders',
    });
  },
);
