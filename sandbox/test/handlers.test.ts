import { beforeEach, describe, expect, test, vi } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { asked } from '../../test/support/requests/carrier-questions.ts';
import { addFault } from '../api/fault-handlers.ts';
import { findOpenedRequest } from '../api/phone-request-handlers.ts';
import type { Directory } from '../directory/index.ts';
import { closeSideBySide, openSideBySide, writeSideBySide } from '../side-by-side.ts';
import docs from '../world/docs.ts';
import { createGeneration, currentGeneration, switchToGeneration } from '../world/generation.ts';
import { translateHost } from '../world/hosts.ts';
import control from '../world/test-api.ts';
import type { WorldEnv } from '../world/world-env.ts';
import { directoryInMemory } from './support/stored-in-memory.ts';

// The worker's build reads these files as text, which Vite does not know.
vi.mock('../../docs/openapi.yaml', () => ({ default: '' }));
vi.mock('../../docs/carrier.openapi.yaml', () => ({ default: '' }));

const origin = 'http://localhost:8787';
const now = 1_793_000_000;
let directory: Directory;
beforeEach(() => {
  directory = directoryInMemory();
});

/** The context of a request to the sandbox. */
const contextOf = (path: string, init: RequestInit = {}, more: object = {}) => {
  const url = new URL(path, origin);
  const env = { BASE_URL: origin, DIRECTORY: { idFromName: String, get: () => directory } };
  return { url, request: new Request(url, init), env, now, ...more } as never;
};
const form = (fields: Record<string, string>): RequestInit => ({
  ...{ method: 'POST', body: new URLSearchParams(fields).toString() },
  headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
});

test.each([
  [
    { endpoint: 'carrier', kind: 'outage', count: '2', milliseconds: '5', telcoCd: 'K' },
    { endpoint: 'carrier', kind: 'outage', count: 2, milliseconds: 5, telcoCd: 'K' },
  ],
  [
    { endpoint: '/oauth2/token', kind: 'error', status: '503', error: 'server_error', message: 'm' },
    {
      ...{ endpoint: '/oauth2/token', kind: 'error', count: 1, milliseconds: 0 },
      ...{ status: 503, error: 'server_error', message: 'm' },
    },
  ],
  [
    { endpoint: '/v1/user/me', kind: 'html' },
    { endpoint: '/v1/user/me', kind: 'html', status: 502, count: 1, milliseconds: 0 },
  ],
])('the form %j adds this fault', async (fields, fault) => {
  await addFault(contextOf('/sandbox/faults', form(fields as Record<string, string>)));
  expect(directory.faults()).toEqual([fault]);
});

test('the page of a link shows a request for a code only once a phone has scanned the code', async () => {
  const start = (way: 'link' | 'code') => directory.start({ ...asked('S'), way }, now).requestId;
  const [link, code] = [start('link'), start('code')];
  const found = (id: string) => findOpenedRequest(contextOf('/', {}, { path: { id } }));
  expect(await found(link)).toMatchObject({ id: link });
  await expect(found(code)).rejects.toMatchObject({ status: 404 });
  directory.open(code, people.daegi.phoneNo, now);
  expect(await found(code)).toMatchObject({ id: code, phoneNo: people.daegi.phoneNo });
  await expect(found('unknown')).rejects.toMatchObject({ status: 404 });
});

test('the phone next to the shop stays for twelve hours, or until it is closed', async () => {
  const line = writeSideBySide(new URL(origin), { phoneNo: '', run: '', agree: '' });
  expect(line).toMatch(/^(?:__Host-)?plid-sandbox-beside=none\.\.;.*Max-Age=43200/);
  const opened = await openSideBySide(contextOf('/sandbox/side-by-side'));
  expect([opened.status, opened.headers.get('Location')]).toEqual([302, '/']);
  const closed = await closeSideBySide(contextOf('/sandbox/side-by-side/close', form({})));
  expect([closed.status, closed.headers.get('Set-Cookie')]).toEqual([
    303,
    expect.stringMatching(/Max-Age=0/),
  ]);
});

test('the phone next to the shop is the chosen one, or the first that waits for its owner', async () => {
  const phoneNextToShop = async (query = '') => {
    const opened = await openSideBySide(contextOf(`/sandbox/side-by-side${query}`));
    return /beside=(\w+)\./.exec(opened.headers.get('Set-Cookie') ?? '')?.[1];
  };
  expect(await phoneNextToShop(`?phoneNo=${people.hana.phoneNo}`)).toBe(people.hana.phoneNo);
  expect(await phoneNextToShop()).toBe(people.daegi.phoneNo);
  for (const subscriber of directory.subscribers())
    directory.saveSubscriber({ ...subscriber, behaviour: 'approves' });
  expect(await phoneNextToShop()).toBe('none');
});

const execution = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never;

describe('the clock of an environment with a seed', () => {
  test.each([
    [0, 200],
    [315_360_000, 200],
    [315_360_001, 400],
    [-1, 400],
  ])('moves by %i seconds: %i', async (advance, status) => {
    const before = currentGeneration();
    switchToGeneration(createGeneration(false));
    const headers = { Origin: origin, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ advance }) };
    const answer = await control.fetch(new Request(`${origin}/sandbox/clock`, init), {} as never, execution);
    switchToGeneration(before);
    expect(answer.status).toBe(status);
  });
});

test.each([
  ['ko-KR,ko;q=0.9,en;q=0.8', '/docs/ko/'],
  ['en-US,en;q=0.9,ko;q=0.8', '/docs/'],
  ['fr', '/docs/'],
])('/docs redirects a browser with the languages %s to %s', async (languages, location) => {
  const request = new Request(`${origin}/docs`, { headers: { 'Accept-Language': languages } });
  const env = { SWAGGER_UI: { fetch }, SITE: 'http://127.0.0.1:1' } as never;
  expect((await docs.fetch(request, env, execution)).headers.get('Location')).toBe(location);
});

test.each([
  [{ SITE: undefined }, '/docs/start', 302, '/docs/api'],
  [{ SITE: 'http://127.0.0.1:1' }, '/docs', 302, '/docs/'],
  [{ SITE: 'http://127.0.0.1:1' }, '/docs/start', 503, null],
  [{ SITE: 'http://127.0.0.1:1' }, '/docs/carrier', 302, '/docs/api/carrier'],
])('the documentation with %j at %s: %i', async (env, path, status, location) => {
  const swagger = { fetch: async () => new Response('') };
  const all = { SWAGGER_UI: swagger, ...env } as never;
  const answer = await docs.fetch(new Request(origin + path), all, execution);
  expect([answer.status, answer.headers.get('Location')]).toEqual([status, location]);
});

describe('an environment that a container reaches by another name', () => {
  const env = { SEED: '{}', BASE_URL: origin } as WorldEnv;
  const other = 'http://10.0.2.2:8787';

  test('sees its own address in the request, and the caller sees the other in the response', async () => {
    const headers = { Origin: other, Referer: `${other}/page`, 'X-Other': `${other}/x` };
    const sent = new Request(`${other}/oauth2/authorize?a=1`, { headers });
    const { request, back } = translateHost(sent, env);
    expect(request.url).toBe(`${origin}/oauth2/authorize?a=1`);
    expect([...request.headers].filter(([name]) => name !== 'x-other')).toEqual([
      ['origin', origin],
      ['referer', `${origin}/page`],
    ]);
    const csp = `connect-src ws://localhost:8787`;
    const answer = (type: string) =>
      new Response(`at ${origin}/x`, {
        headers: { 'Content-Type': type, Location: `${origin}/x`, 'Content-Security-Policy': csp },
      });
    const page = await back(answer('text/html; charset=utf-8'));
    expect([page.headers.get('Location'), page.headers.get('Content-Security-Policy')]).toEqual([
      ...[`${other}/x`, 'connect-src ws://10.0.2.2:8787'],
    ]);
    expect(await page.text()).toBe(`at ${other}/x`);
    expect(await (await back(answer('application/json'))).text()).toBe(`at ${origin}/x`);
  });

  test('translates the body of metadata, and no other address', async () => {
    const address = `${other}/.well-known/openid-configuration`;
    const { back } = translateHost(new Request(address), env);
    expect(await (await back(Response.json({ issuer: origin }))).json()).toEqual({ issuer: other });
    const foreign = new Request(`${other}/x`, { headers: { Origin: 'https://evil.example.com' } });
    expect(translateHost(foreign, env).request.headers.get('Origin')).toBe('https://evil.example.com');
  });

  test.each([
    ['its own address', origin, env],
    ['an environment without a seed', other, { BASE_URL: origin } as WorldEnv],
  ])('changes nothing for %s', async (_, from, own) => {
    const request = new Request(`${from}/x`);
    const translation = translateHost(request, own);
    expect(translation.request).toBe(request);
    const answer = new Response(origin, { headers: { 'Content-Type': 'text/html' } });
    expect(await translation.back(answer)).toBe(answer);
  });
});
