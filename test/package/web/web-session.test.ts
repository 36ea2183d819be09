import { beforeEach, describe, expect, test } from 'vitest';
import { PlidMismatch } from '../../../packages/plid/client/index.ts';
import { plidSignIn, type SessionStore } from '../../../packages/plid/web/index.ts';
import { person, startServiceStandIn } from '../../support/fakes/service-stand-in.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { site, websiteSettings } from '../express/application.ts';
import { startBrowser } from './web-browser.ts';

const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));
beforeEach(() => standIn.reset());

type Sign = Pick<ReturnType<typeof plidSignIn>, 'handle'>;

/** Signs a browser in. @returns the response to the callback. */
async function signIn(plid: Sign, browser = startBrowser(site)) {
  const started = browser.take((await plid.handle(browser.request('/login?return_to=/orders'))) as Response);
  const state = new URL(started.headers.get('Location') ?? '').searchParams.get('state');
  const back = await plid.handle(browser.request(`/callback?code=the-code&state=${state}`));
  return { browser, back: browser.take(back as Response) };
}

describe('a session of plid/web', () => {
  test('needs only the headers, as Next.js gives them to a page', async () => {
    const plid = plidSignIn(websiteSettings(standIn.url));
    const { browser } = await signIn(plid);
    const { headers } = browser.request('/');
    expect(await plid.session({ headers })).toEqual({ plid: person.plid, name: person.name });
    expect(await plid.session({ headers: new Headers() })).toBeUndefined();
  });

  test("isn't started if the handler returns a response, whose own cookie arrives", async () => {
    const signed_in = () => new Response('banned', { status: 403, headers: { 'Set-Cookie': 'own=1' } });
    const plid = plidSignIn({
      ...websiteSettings(standIn.url),
      outcomes: { signed_in, automatic: signed_in },
    });
    const { browser, back } = await signIn(plid);
    expect([back.status, await back.text(), [...browser.cookies.keys()]]).toEqual([403, 'banned', ['own']]);
    expect(await plid.session(browser.request('/'))).toBeUndefined();
  });

  test('in a store of the application has only that cookie, and ends there', async () => {
    const stored = new Map<string, unknown>();
    const idOf = (request: { headers: Pick<Headers, 'get'> }) =>
      /sid=(\w+)/.exec(request.headers.get('Cookie') ?? '')?.[1] ?? '';
    const session: SessionStore = {
      read: async (request) => stored.get(idOf(request)),
      async write(content) {
        stored.set(`s${stored.size}`, content);
        return [`sid=s${stored.size - 1}; Path=/`];
      },
      async clear(request) {
        stored.delete(idOf(request));
        return ['sid=; Path=/; Max-Age=0;'];
      },
    };
    const plid = plidSignIn({ ...websiteSettings(standIn.url), session });
    const { browser } = await signIn(plid);
    expect([...browser.cookies]).toEqual([['sid', 's0']]);
    expect(await plid.session(browser.request('/'))).toEqual({ plid: person.plid, name: person.name });
    expect(await plid.required(browser.request('/orders'))).toBeUndefined();
    const { headers } = browser.request('/');
    headers.set('Origin', site);
    browser.take((await plid.handle(new Request(`${site}/logout`, { method: 'POST', headers }))) as Response);
    expect([stored.size, browser.cookies.size]).toEqual([0, 0]);
  });

  test('connects a phone without a word of the handler, and keeps the session', async () => {
    const connected: unknown[] = [];
    const settings = websiteSettings(standIn.url);
    const outcomes = {
      ...settings.outcomes,
      connected: ({ userId }: object & { userId: unknown }) => void connected.push(userId),
    };
    const plid = plidSignIn({ ...settings, outcomes });
    const { browser } = await signIn(plid);
    const own = browser.request('/connect?return_to=/account');
    own.headers.set('Origin', site);
    const started = browser.take(await plid.login(own, { connect: person.plid }));
    const state = new URL(started.headers.get('Location') ?? '').searchParams.get('state');
    const back = await plid.callback(browser.request(`/callback?code=next&state=${state}`));
    expect([back.status, back.headers.get('Location'), connected]).toEqual([
      303,
      `${site}/account`,
      [person.plid],
    ]);
    expect(await plid.session(browser.request('/'))).toMatchObject({ plid: person.plid });
  });
});

test.each([
  [{ 'Sec-Fetch-Site': 'same-origin' }, true],
  [{ Origin: site }, true],
  [{ 'Sec-Fetch-Site': 'same-site', Origin: site }, false],
  [{ 'Sec-Fetch-Site': 'cross-site' }, false],
  [{ Origin: 'https://evil.example' }, false],
  [{ Origin: 'null' }, false],
  [{}, false],
])('a request with %j comes from an own page: %j', (headers, isOwn) => {
  const plid = plidSignIn(websiteSettings(standIn.url));
  expect(plid.sameOrigin(new Request(`${site}/order`, { method: 'POST', headers }))).toBe(isOwn);
});

describe('a website whose settings come later', () => {
  test('reads them once, at the first request', async () => {
    let reads = 0;
    const plid = plidSignIn(() => {
      reads += 1;
      return websiteSettings(standIn.url);
    });
    expect(reads).toBe(0);
    await signIn(plid);
    expect(plid.client).toBe(plid.client);
    expect(reads).toBe(1);
  });

  test('names a missing one at the first request, and reads them again at the next', async () => {
    let clientId = '';
    const plid = plidSignIn(() => ({ ...websiteSettings(standIn.url), clientId }));
    const login = () => plid.handle(new Request(`${site}/login`));
    await expect(login()).rejects.toThrow(PlidMismatch);
    clientId = 'the-client';
    expect((await login())?.status).toBe(303);
  });
});
