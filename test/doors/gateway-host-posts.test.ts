import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { deriveProxyKey } from '../../workers/gateway/features/forward-auth/proxy-key.ts';
import { workers } from '../../workers/workers.ts';
import { originOf, useProjects } from '../gateway/support/single-worker-world.ts';
import { BrowserSession, type Init, type Shown } from '../support/fixtures/browser-session.ts';
import { books, logInAt, tokensAt } from '../support/fixtures/gateway-openid.ts';
import { useGatewayWorld, type Visitor } from '../support/world/gateway-world.ts';
import { gatewaySecrets } from '../support/world/test-settings.ts';

const foreign = 'https://www.example.net';

/**
 * Result of a form on a page of another host than `GATEWAY_ORIGIN`: a refusal with the reason, a redirect to
 * `GATEWAY_ORIGIN`, or the same response as there, because the route reads no cookie.
 */
type Decision = 'refused' | 'leads to the own host' | 'as at the own host';

const decisions: Record<string, Decision> = {
  // An app without a back end: a code challenge, and no cookie.
  'POST /auth/login': 'as at the own host',
  'POST /auth/token': 'as at the own host',
  'POST /auth/session': 'as at the own host',
  // Programs with a signature, a token, or a key.
  'POST /auth/events': 'as at the own host',
  'POST /auth/oidc/token': 'as at the own host',
  'POST /auth/oidc/userinfo': 'as at the own host',
  'POST /auth/admin/people/show': 'as at the own host',
  'POST /auth/admin/people/erase': 'as at the own host',
  'ALL /auth/verify': 'as at the own host',
  'ALL /auth/verify/:request+': 'as at the own host',
  // A relying party's forms, which come without cookies from any page.
  'POST /auth/oidc/authorize': 'leads to the own host',
  'POST /auth/oidc/logout': 'leads to the own host',
  // Forms with the session's cookie.
  'POST /auth/logout': 'refused',
  'POST /auth/disconnect': 'refused',
  'POST /auth/oidc/logout/confirm': 'refused',
  // The guard, which has every other path.
  'ALL /orders': 'refused',
};
const withDecision = (decision: Decision) =>
  Object.keys(decisions).flatMap((route) => (decisions[route] === decision ? [[route]] : []));

/** Every route of the gateway that takes a POST. The guard has all paths that no route has. */
const postRoutes = workers
  .filter(({ worker }) => worker.startsWith('gateway-'))
  .flatMap(({ routes, catchAll }) => (catchAll ? ['ALL /orders'] : routes))
  .filter((route) => /^(POST|ALL) /.test(route));

/** The headers of a form on a page of an origin. */
const formOf = (origin: string, Accept = 'application/json') => ({
  Accept,
  Origin: origin,
  Referer: `${origin}/account?tab=2`,
  'Content-Type': 'application/x-www-form-urlencoded',
  'Sec-Fetch-Site': 'same-origin',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
});

const summaryOf = async (answer: Response) => [answer.status, await answer.text()];
const reasonOf = async (answer: Response) => [answer.status, /"reason":"\w+"/.exec(await answer.text())?.[0]];

test('every route of the gateway that takes a POST has a decision', () => {
  expect(Object.keys(decisions).sort()).toEqual([...postRoutes].sort());
  expect(postRoutes).toHaveLength(16);
});

describe.each([
  ['the worker of each route', false],
  ['the gateway as one Worker', true],
])('a POST on another host of %s', (_, single) => {
  const world = useGatewayWorld({ single, vars: { APPLICATION_URL: 'https://app.example.com' } });
  const send = async (url: URL, init: Init = {}) => {
    const worker = world.workerAt(new URL(url.pathname, world.gateway));
    const options = { redirect: 'manual', ...init };
    return (await world.harness.fetch(worker, url.href, options as never)) as unknown as Response;
  };
  const post = (route: string, headers: Record<string, string>, host = foreign) =>
    send(new URL(route.replace(/^\w+ /, '').replace('/:request+', '/orders'), host), {
      method: 'POST',
      headers,
      body: '',
    });
  /** A proxy in front of the gateway that rewrites `Host`. */
  const rewriting = (url: string | URL, init?: Init) => {
    const { pathname, search } = new URL(url);
    return send(new URL(pathname + search, foreign), init);
  };
  const behindProxy = () =>
    new BrowserSession(
      { fetch: rewriting },
      { visitable: ({ origin, pathname }) => origin === world.gateway && pathname.startsWith('/auth/') },
    );
  async function signIn(browser: BrowserSession): Promise<void> {
    const state = (await browser.get(`${world.gateway}/auth/login`)).url.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ code: crypto.randomUUID(), state });
    await browser.get(`${world.gateway}/auth/callback?${query}`);
  }
  const isSignedIn = async (browser: BrowserSession) =>
    (await browser.fetch(`${world.gateway}/auth/session`)).status === 200;

  test.each(withDecision('refused'))('%s is refused with the reason', async (route) => {
    const answer = await post(route, formOf(foreign));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'invalid_request', reason: 'other_host' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test.each(withDecision('refused'))('%s shows a link to the same page on the own host', async (route) => {
    const answer = await post(route, formOf(foreign, 'text/html'));
    const links = parse(await answer.text()).querySelectorAll('main a');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`${world.gateway}/account?tab=2`]);
  });

  test.each(withDecision('refused'))('%s is accepted behind a proxy that rewrites Host', async (route) => {
    const own = await reasonOf(await post(route, formOf(world.gateway), world.gateway));
    expect(await reasonOf(await post(route, formOf(world.gateway)))).toEqual(own);
    expect(own[0]).not.toBe(403);
  });

  test.each(withDecision('refused'))('%s of another site is refused as everywhere', async (route) => {
    const own = await reasonOf(await post(route, formOf('https://evil.example'), world.gateway));
    expect(own[0]).toBeGreaterThanOrEqual(400);
    expect(await reasonOf(await post(route, formOf('https://evil.example')))).toEqual(own);
  });

  test.each(withDecision('leads to the own host'))('%s leads to the own host', async (route) => {
    const answer = await post(route, formOf(foreign, 'text/html'));
    const action = parse(await answer.text())
      .querySelector('main form')
      ?.getAttribute('action');
    const next = new URL(answer.headers.get('Location') ?? action ?? '');
    expect([next.origin, next.pathname]).toEqual([world.gateway, route.replace('POST ', '')]);
  });

  test.each(withDecision('as at the own host'))('%s is answered as at the own host', async (route) => {
    const { Origin: _origin, Referer: _referer, ...program } = formOf(foreign);
    const key = await deriveProxyKey(gatewaySecrets.IDENTITY_KEY);
    const headers = { ...program, 'Plid-Identity-Key': key };
    // An answer that is still unread may be lost while the next one arrives.
    const own = await summaryOf(await post(route, headers, world.gateway));
    expect(await summaryOf(await post(route, headers))).toEqual(own);
    expect(own[0]).not.toBe(404);
  });

  test('of a sign-out ends the session behind a proxy that rewrites Host', async () => {
    const browser = behindProxy();
    await signIn(browser);
    expect(await isSignedIn(browser)).toBe(true);
    const headers = formOf(world.gateway);
    const answer = await browser.fetch(`${world.gateway}/auth/logout`, { method: 'POST', headers, body: '' });
    expect([answer.status, await answer.json()]).toEqual([200, { ended: 1 }]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('of a relying party’s sign-out ends behind a proxy that rewrites Host', async () => {
    const browser = behindProxy();
    const { id_token } = await tokensAt(world, await logInAt(world, { visitor: browser as Visitor }), books);
    expect(await isSignedIn(browser)).toBe(true);
    const headers = { ...formOf('https://rp.example', 'text/html'), 'Sec-Fetch-Site': 'cross-site' };
    const url = new URL(`${world.gateway}/auth/oidc/logout`);
    const body = `${new URLSearchParams({ id_token_hint: id_token })}`;
    const shown = await rewriting(url, { method: 'POST', headers, body });
    const text = await shown.text();
    const page = { url, status: shown.status, headers: shown.headers, text, document: parse(text) } as Shown;
    const end = await browser.submit(page);
    expect([end.status, end.url.href]).toEqual([303, 'http://localhost:3000/']);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('isn’t needed for a relying party’s sign-out, which is redirected with its query', async () => {
    const query = `client_id=${books.client_id}`;
    const answer = await send(new URL(`/auth/oidc/logout?${query}`, foreign));
    expect([answer.status, answer.headers.get('Location'), answer.headers.getSetCookie()]).toEqual([
      303,
      `${world.gateway}/auth/oidc/logout?${query}&plid_host=Y`,
      [],
    ]);
  });
});

describe('a POST on another host of a single Worker with a guard', () => {
  const origin = originOf('shelter');
  const vars = { GATEWAY_ORIGIN: origin };
  const world = useProjects({ shelter: { main: 'guarded-gateway-worker.ts', vars } });
  const rewriting = async (url: string | URL, init: Init = {}) => {
    const { pathname, search } = new URL(url);
    const asked = new URL(pathname + search, foreign).href;
    const options = { redirect: 'manual', ...init };
    return (await world.harness.fetch('shelter', asked, options as never)) as unknown as Response;
  };
  const order = (headers: Record<string, string>, browser: Pick<BrowserSession, 'fetch'>) =>
    browser.fetch(`${origin}/orders`, { method: 'POST', headers, body: '' });

  test('is refused with the reason and a link to the own host', async () => {
    const program = await order(formOf(foreign), { fetch: rewriting });
    expect(await reasonOf(program)).toEqual([403, '"reason":"other_host"']);
    const page = await order(formOf(foreign, 'text/html'), { fetch: rewriting });
    const links = parse(await page.text()).querySelectorAll('main a');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`${origin}/account?tab=2`]);
  });

  test('reaches the application with its session behind a proxy that rewrites Host', async () => {
    const visitable = (url: URL) => url.origin === origin && url.pathname.startsWith('/auth/');
    const browser = new BrowserSession({ fetch: rewriting }, { visitable });
    const state = (await browser.get(`${origin}/auth/login`)).url.searchParams.get('state') ?? '';
    await browser.get(`${origin}/auth/callback?${new URLSearchParams({ code: crypto.randomUUID(), state })}`);
    const answer = await order(formOf(origin), browser);
    expect([answer.status, await answer.json()]).toEqual([200, { plid: expect.any(String) }]);
    const evil = await order({ ...formOf(origin), Origin: 'https://evil.example' }, browser);
    expect(await reasonOf(evil)).toEqual([403, '"reason":"cross_origin"']);
  });
});
