import { describe, expect, test } from 'vitest';
import { originOf, useProjects } from '../gateway/support/single-worker-world.ts';
import { BrowserSession, type Init } from '../support/fixtures/browser-session.ts';
import { authorizeUrl } from '../support/fixtures/gateway-openid.ts';
import { useGatewayWorld } from '../support/world/gateway-world.ts';

const foreign = 'https://www.example.net';

interface Door {
  /** `GATEWAY_ORIGIN`. */
  origin: string;
  /** Sends a request to the worker of a path, with any host. */
  send(url: URL, init?: Init): Promise<Response>;
}

/** Rules of a sign-in that starts on another host than `GATEWAY_ORIGIN`. */
function testHosts(doorOf: () => Door): void {
  const login = '/auth/login?return_to=%2Fcart%3Fa%3Db';
  const isAtGateway = ({ origin, pathname }: URL) =>
    [doorOf().origin, foreign].includes(origin) && pathname.startsWith('/auth/');

  test('is redirected once to the same path and query, without a cookie', async () => {
    const { origin, send } = doorOf();
    const answer = await send(new URL(login, foreign));
    expect([answer.status, answer.headers.get('Location'), answer.headers.getSetCookie()]).toEqual([
      303,
      `${origin}${login}&plid_host=Y`,
      [],
    ]);
    const bare = await send(new URL('/auth/login', foreign));
    expect(bare.headers.get('Location')).toBe(`${origin}/auth/login?plid_host=Y`);
    expect((await send(new URL(login, origin))).status).toBe(302);
  });

  test('ends signed in on the gateway’s host', async () => {
    const { origin, send } = doorOf();
    const browser = new BrowserSession(
      { fetch: (url, init) => send(new URL(url), init) },
      { visitable: isAtGateway },
    );
    const asked = await browser.get(new URL(login, foreign));
    const state = asked.url.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ code: crypto.randomUUID(), state });
    const end = await browser.get(`${origin}/auth/callback?${query}`);
    expect([end.status, end.url.href]).toEqual([303, `${origin}/cart?a=b`]);
    expect([...browser.cookies(foreign)]).toEqual([]);
    expect((await browser.fetch(`${origin}/auth/session`)).status).toBe(200);
  });

  test('isn’t redirected to itself behind a proxy that rewrites Host', async () => {
    const { origin, send } = doorOf();
    const seen: string[] = [];
    const rewriting = (url: string | URL, init?: Init) => {
      const { pathname, search } = new URL(url);
      seen.push(pathname);
      return send(new URL(pathname + search, foreign), init);
    };
    const browser = new BrowserSession({ fetch: rewriting }, { visitable: isAtGateway });
    const asked = await browser.get(`${origin}${login}`);
    expect([asked.status, seen]).toEqual([302, ['/auth/login', '/auth/login']]);
    const state = asked.url.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ code: crypto.randomUUID(), state });
    const end = await browser.get(`${origin}/auth/callback?${query}`);
    expect([end.status, end.url.href]).toEqual([303, `${origin}/cart?a=b`]);
    expect((await browser.fetch(`${origin}/auth/session`)).status).toBe(200);
  });

  // A refusal would stop every app behind a proxy that rewrites `Host`, and an app has no cookie that could be missing.
  test('isn’t redirected or refused if it is an app’s, which has no cookie', async () => {
    const body = JSON.stringify({ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await doorOf().send(new URL('/auth/login', foreign), { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  });
}

describe('a sign-in on another host of the split gateway', () => {
  const world = useGatewayWorld({ vars: { APPLICATION_URL: 'https://app.example.com' } });
  const send = async (url: URL, init: Init = {}) => {
    const worker = world.workerAt(new URL(url.pathname, world.gateway));
    return (await world.harness.fetch(worker, url.href, {
      redirect: 'manual',
      ...init,
    } as never)) as unknown as Response;
  };
  testHosts(() => ({ origin: world.gateway, send }));

  test.each(['/.well-known/openid-configuration', '/jwks.json'])(
    'gets the documents of relying parties with the gateway’s addresses (%s)',
    async (path) => {
      const asked = async (origin: string) => (await send(new URL(`/auth/oidc${path}`, origin))).text();
      const document = await asked(foreign);
      expect(document).toBe(await asked(world.gateway));
      expect(document).not.toContain(new URL(foreign).host);
    },
  );

  test('for a relying party is redirected to the same authorization request', async () => {
    const { pathname, search } = new URL(authorizeUrl(world, { prompt: 'login' }));
    const answer = await send(new URL(pathname + search, foreign));
    expect([answer.status, answer.headers.get('Location'), answer.headers.getSetCookie()]).toEqual([
      303,
      `${world.gateway}${pathname}${search}&plid_host=Y`,
      [],
    ]);
    const again = await send(new URL(`${pathname}${search}&plid_host=Y`, foreign));
    expect(again.headers.get('Location')).toContain(`${world.gateway}/auth/login?return_to=`);
  });

  test('starts on the gateway’s host if the guard requires it', async () => {
    const answer = await send(new URL('/orders?page=2', foreign), { headers: { Accept: 'text/html' } });
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      302,
      `${world.gateway}/auth/login?return_to=%2Forders%3Fpage%3D2&required=Y`,
    ]);
  });
});

describe('a sign-in on another host of the single Worker', () => {
  const vars = { GATEWAY_ORIGIN: originOf('parlor') };
  const world = useProjects({
    parlor: { vars },
    cellar: { main: 'guarded-gateway-worker.ts', vars: { GATEWAY_ORIGIN: originOf('cellar') } },
  });
  const sendTo =
    (name: string) =>
    async (url: URL, init: Init = {}) =>
      (await world.harness.fetch(name, url.href, {
        redirect: 'manual',
        ...init,
      } as never)) as unknown as Response;
  testHosts(() => ({ origin: originOf('parlor'), send: sendTo('parlor') }));

  test('starts on the gateway’s host if the guard requires it', async () => {
    const asked = new URL('/orders?page=2', foreign);
    const answer = await sendTo('cellar')(asked, { headers: { Accept: 'text/html' } });
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      302,
      `${originOf('cellar')}/auth/login?return_to=%2Forders%3Fpage%3D2&required=Y`,
    ]);
  });
});
