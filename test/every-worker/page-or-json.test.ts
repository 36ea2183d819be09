import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { useSandbox } from '../support/world/sandbox-world.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld();
const local = useWorld({ local: true });
const sandbox = useSandbox();

/** The Accept header of Chromium when a user opens an address. */
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
/** The default of Java's HttpURLConnection. */
const java = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';

const typeOf = ({ headers }: Response) => headers.get('Content-Type')?.split(';')[0];

describe('a browser at an address without a page', () => {
  const places: [half: 'service' | 'gateway', path: string, status: number, way: string][] = [
    ['service', '/', 404, '/account'],
    ['service', '/nowhere', 404, '/account'],
    ['service', '/login/', 404, '/account'],
    ['service', '/oauth2/authorize/nowhere', 404, '/account'],
    ['service', '/oauth2/authorize/again', 405, '/account'],
    ['service', '/oauth2/authorize/status?flow=1', 400, '/account'],
    ['service', '/account/nowhere', 404, '/account'],
    ['service', '/account/language', 405, '/account'],
    ['gateway', '/auth/login/nowhere', 404, '/auth/login'],
    ['gateway', '/auth/callback/', 404, '/auth/login'],
    ['gateway', '/auth/logout', 405, '/'],
    ['gateway', '/auth/disconnect', 405, '/'],
  ];

  test.each(places)('of the %s, %s: gets a page (%i) that leads to %s', async (half, path, status, way) => {
    for (const language of ['ko', 'en']) {
      const headers = { Accept: browser, 'Accept-Language': language };
      const answer = await world.fetch(`${world[half]}${path}`, { headers });
      expect([answer.status, typeOf(answer)]).toEqual([status, 'text/html']);
      const page = parse(await answer.text());
      expect(page.querySelector('html')?.getAttribute('lang')).toBe(language);
      expect(page.querySelectorAll('main a').map((link) => link.getAttribute('href'))).toEqual([way]);
      expect(page.querySelector('h1')?.text).not.toBe('');
    }
  });

  test.each(['/auth/oidc/authorize', '/auth/oidc/logout'])(
    "gets a page if it sends a form with a method that %s doesn't support",
    async (path) => {
      const answer = await world.fetch(`${world.gateway}${path}`, {
        method: 'PUT',
        headers: { Accept: browser },
      });
      expect([answer.status, typeOf(answer)]).toEqual([405, 'text/html']);
    },
  );

  test.each(['//evil.example/', '///evil.example/', String.raw`/\\evil.example/`])(
    'finds no link to a host from the path: %s',
    async (path) => {
      const address = `${world.service}${path}`;
      const answer = await world.fetch(address, { headers: { Accept: browser } });
      const links = parse(await answer.text()).querySelectorAll('a');
      const hosts = links.map((link) => new URL(link.getAttribute('href') ?? '', address).host);
      expect([...new Set(hosts)]).toEqual([new URL(world.service).host]);
    },
  );

  test.each(places)('of the %s, %s: sends JSON to a program', async (half, path, status) => {
    for (const Accept of ['*/*', 'application/json']) {
      const answer = await world.fetch(`${world[half]}${path}`, { headers: { Accept } });
      expect([answer.status, typeOf(answer)]).toEqual([status, 'application/json']);
    }
  });

  test.each(['/nowhere', '/account', '/oauth2/authorize/wait?flow=1'])(
    'is redirected from plain http to the same URL over https: %s',
    async (path) => {
      const answer = await world.fetch(`http://login.example.com${path}`, { headers: { Accept: browser } });
      expect([answer.status, typeOf(answer)]).toEqual([400, 'text/html']);
      const [way] = parse(await answer.text()).querySelectorAll('main a');
      expect(way?.getAttribute('href')).toBe(`https://login.example.com${path}`);
    },
  );
});

const called = [
  ['service', 'GET', '/oauth2/authorize?client_id=nobody', 400],
  ['service', 'PUT', '/oauth2/authorize', 405],
  ['service', 'GET', '/oauth2/token', 405],
  ['service', 'POST', '/oauth2/token', 400],
  ['service', 'GET', '/oauth2/tokens', 404],
  ['service', 'GET', '/oauth2/', 404],
  ['service', 'GET', '/v1/user/me', 401],
  ['service', 'GET', '/v1/users', 404],
  ['service', 'GET', '/v1/user/disconnect', 405],
  ['service', 'GET', '/admin/applications', 401],
  ['service', 'GET', '/admin', 404],
  ['service', 'GET', '/.well-known/webfinger', 404],
  ['service', 'GET', '/oauth2/openid/token', 405],
  ['service', 'GET', '/oauth2/userinfo', 401],
  ['service', 'POST', '/healthz', 405],
  ['gateway', 'GET', '/auth/session', 401],
  ['gateway', 'GET', '/auth/sessions', 401],
  ['gateway', 'GET', '/auth/token', 405],
  ['gateway', 'GET', '/auth/user', 401],
  ['gateway', 'GET', '/auth/events', 405],
] as const;

describe('an endpoint for programs responds with JSON, whatever it should accept:', () => {
  type Fetch = (url: string, init: { method: string; headers: Record<string, string> }) => Promise<Response>;
  async function expectJson(send: Fetch, url: string, method: string, status: number) {
    for (const Accept of [browser, java]) {
      const answer = await send(url, { method, headers: { Accept } });
      expect([url, answer.status, typeOf(answer)]).toEqual([url, status, 'application/json']);
      expect(await answer.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) });
    }
  }

  test.each(called)('%s: %s %s', (half, method, path, status) =>
    expectJson(world.fetch, world[half] + path, method, status),
  );

  test.each(called)('in the local environment: %s: %s %s', (_, method, path, status) =>
    expectJson(local.fetch, local.service + path, method, status),
  );

  test.each(called)('in plid/sandbox: %s: %s %s', (_, method, path, status) =>
    expectJson(fetch, sandbox.url + path, method, status),
  );
});

describe('a form sent through the guard after the session has ended', () => {
  const send = (headers: Record<string, string>) =>
    world.fetch(`${world.gateway}/orders`, { method: 'POST', body: 'a=b', headers, redirect: 'manual' });

  test.each([
    ['', '/auth/login?required=Y'],
    ['https://shop.example.com/cart?item=1', '/auth/login?return_to=%2Fcart%3Fitem%3D1&required=Y'],
    ['https://evil.example/cart', '/auth/login?required=Y'],
    ['https://shop.example.com//evil.example/', '/auth/login?required=Y'],
  ])('from the page “%s” gets a page with the way to sign in: %s', async (Referer, way) => {
    const answer = await send({ Accept: browser, 'Accept-Language': 'ko', Referer });
    expect([answer.status, typeOf(answer)]).toEqual([401, 'text/html']);
    const page = parse(await answer.text());
    expect(page.querySelector('h1')?.text).toBe('로그인이 필요합니다');
    expect(page.querySelector('main a')?.getAttribute('href')).toBe(way);
  });

  test('gets JSON for a program', async () => {
    const answer = await send({ Accept: '*/*' });
    expect(await answer.json()).toMatchObject({ error: 'authentication_failed', reason: 'no_session' });
  });
});
