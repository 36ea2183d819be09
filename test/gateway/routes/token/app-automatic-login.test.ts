import { beforeEach, describe, expect, test } from 'vitest';
import { person, userAnswer } from '../../../support/fakes/service-stand-in.ts';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import { App } from '../../../support/fixtures/native-app.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import { codeOf, signIn } from '../../../support/fixtures/sign-in.ts';
import { type GatewayWorld, useGatewayWorld } from '../../../support/world/gateway-world.ts';

const own = 'https://app.example.com/signed-in';
const APP_LINKS = `${own}, com.example.app:/signed-in, http://127.0.0.1:4711/signed-in`;
/** Links that another app on the phone may claim as well: a scheme, a port, a WebView. */
const anybodys = ['com.example.app:/signed-in', 'http://127.0.0.1:4711/signed-in', undefined];
const loginRequired = { error: 'invalid_request', reason: 'login_required' };

const ends = [
  {
    end: 'POST /auth/session',
    finish: (app: App, sent: { code: string; state: string }) =>
      app.post('/auth/session', { ...sent, code_verifier: app.verifier }),
  },
  {
    end: 'POST /auth/token',
    finish: (app: App, sent: { code: string; state: string }) => app.token(sent),
  },
];

/** Changes that an app makes to the address when it begins a sign-in in another app's name. */
const tricks = [
  { trick: 'removed', changed: (query: URLSearchParams) => query.delete('prompt') },
  { trick: 'replaced by consent', changed: (query: URLSearchParams) => query.set('prompt', 'consent') },
  { trick: 'replaced by none', changed: (query: URLSearchParams) => query.set('prompt', 'none') },
  { trick: 'doubled', changed: (query: URLSearchParams) => query.append('prompt', 'none') },
  { trick: 'left as it was', changed: () => undefined },
];

// Requests that are pushed: test/attacks/pushed-requests.test.ts.
describe("an app at this repository's service, with automatic login on the phone and no pushed requests", () => {
  const world = useGatewayWorld({ realService: true, vars: { APP_LINKS, PAR: 'N' } });

  /** The browser of a user who has chosen automatic login; it stops at the redirect from the service. */
  async function ownersBrowser() {
    const browser = new BrowserSession(world, { visitable: (url) => url.pathname !== '/auth/callback' });
    const query = { redirect_uri: `${world.gateway}/auth/callback` };
    await signIn(browser, world, await newSubscriber(world), { autoLogin: true, query });
    return browser;
  }

  async function attacked(app_link: string | undefined, changed: (query: URLSearchParams) => unknown) {
    const browser = await ownersBrowser();
    const app = new App(world);
    const { authorize_url, state } = await app.start({ app_link });
    const address = new URL(authorize_url);
    changed(address.searchParams);
    return { app, state, shown: await browser.get(address) };
  }

  describe.each(ends)('$end', ({ finish }) => {
    test.each(tricks.slice(0, 3))(
      'gets no session and no token without a tap: prompt $trick',
      async (trick) => {
        for (const app_link of anybodys) {
          const { app, state, shown } = await attacked(app_link, trick.changed);
          const answer = await finish(app, { code: codeOf(shown), state });
          const told = (await answer.json()) as Record<string, unknown>;
          expect(answer.status).toBe(400);
          expect(told).toMatchObject(loginRequired);
          expect(Object.keys(told)).not.toContain('access_token');
          const again = await finish(app, { code: codeOf(shown), state });
          expect(again.status).toBe(400);
        }
      },
    );

    test('signs in automatically with an https link, unless it asked for the phone', async () => {
      for (const [prompt, status] of [
        [undefined, 200],
        ['none', 200],
        ['login', 400],
        ['select_account', 400],
      ] as const) {
        const browser = await ownersBrowser();
        const app = new App(world);
        const { authorize_url, state } = await app.start({ app_link: own, prompt });
        const address = new URL(authorize_url);
        address.searchParams.delete('prompt');
        const answer = await finish(app, { code: codeOf(await browser.get(address)), state });
        expect([prompt, answer.status]).toEqual([prompt, status]);
      }
    });

    test('gets in after an approval on the phone, with any link', async () => {
      const someone = await newSubscriber(world);
      for (const app_link of [own, ...anybodys]) {
        const browser = new BrowserSession(world, { visitable: (url) => url.pathname !== '/auth/callback' });
        const app = new App(world);
        const { authorize_url, state } = await app.start({ app_link });
        const page = await browser.submit(await browser.get(authorize_url), someone);
        const shown = page.url.pathname.endsWith('/consent') ? await browser.submit(page) : page;
        expect((await finish(app, { code: codeOf(shown), state })).status).toBe(200);
      }
    });
  });

  test.each(tricks.slice(3))('gets no code with prompt $trick', async ({ changed }) => {
    const { shown } = await attacked(anybodys[0], changed);
    expect([shown.url.pathname, shown.url.searchParams.has('code')]).toEqual(['/oauth2/authorize', false]);
  });
});

/** The answers of a service by another vendor for an automatic login (§2.1, mode 2). */
const automatically = () =>
  userAnswer({ plid: person.plid }, { autoLoginYn: 'Y', autoStatusCheck: 'N', name: '' });

const calls = (world: GatewayWorld) => world.standIn.received.map(({ path }) => path);

describe('an app at another service without prompt', () => {
  const world = useGatewayWorld({ vars: { APP_LINKS } });
  beforeEach(() => {
    world.standIn.reset();
    world.standIn.answer({ user: automatically });
  });

  describe.each(ends)('$end', ({ end, finish }) => {
    test('gets no session and no token without a tap, because the gateway reads the user first', async () => {
      for (const app_link of anybodys) {
        const app = new App(world);
        const { state } = await app.start({ app_link });
        const answer = await finish(app, { code: 'c', state });
        const told = await answer.text();
        expect([answer.status, JSON.parse(told)]).toEqual([400, expect.objectContaining(loginRequired)]);
        expect(told).not.toContain('token-of-');
      }
      expect(calls(world)).toEqual(anybodys.flatMap(() => ['/oauth2/token', '/v1/user/me']));
    });

    test('signs in automatically with an https link', async () => {
      const app = new App(world);
      const { state } = await app.start({ app_link: own });
      expect((await finish(app, { code: 'c', state })).status).toBe(200);
      expect(calls(world)).toEqual(
        end.endsWith('token') ? ['/oauth2/token'] : ['/oauth2/token', '/v1/user/me'],
      );
    });
  });

  test("gets a full sign-in's unchanged token after the user was read", async () => {
    world.standIn.reset();
    const app = new App(world);
    const { state } = await app.start();
    const answer = await app.token({ code: 'c', state });
    expect(await answer.json()).toEqual({
      access_token: 'token-of-c',
      token_type: 'bearer',
      expires_in: 600,
      state,
    });
    expect(calls(world)).toEqual(['/oauth2/token', '/v1/user/me']);
    expect(world.standIn.received[0]?.headers.prefer).toBe('automatic_login');
  });

  test.each(['Y', 'N'])(
    "is judged by the service's own statement (%s), without reading the user",
    async (said) => {
      world.standIn.answer({
        token: { body: { access_token: 'a-token', token_type: 'bearer', automatic_login: said } },
      });
      const app = new App(world);
      const { state } = await app.start();
      const answer = await app.token({ code: 'c', state });
      const told = (await answer.json()) as object;
      if (said === 'Y') expect(told).toMatchObject(loginRequired);
      else expect(told).toEqual({ access_token: 'a-token', token_type: 'bearer' });
      expect(calls(world)).toEqual(['/oauth2/token']);
    },
  );

  test("requests nothing in the gateway's name", async () => {
    const app = new App(world);
    const { state } = await app.start({ app_link: own });
    await app.token({ code: 'c', state, automatic_login: 'N' }, { Prefer: 'automatic_login' });
    const [call] = world.standIn.received;
    expect(call?.headers).not.toHaveProperty('prefer');
    expect(call?.form).not.toHaveProperty('automatic_login');
  });

  test("gets no token if the user can't be read", async () => {
    world.standIn.answer({ user: { status: 503, body: { error: 'server_error', message: 'later' } } });
    const app = new App(world);
    const { state } = await app.start();
    const answer = await app.token({ code: 'c', state });
    expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining('token-of-')]);
  });
});

describe('an app at another service whose tokens can be read once', () => {
  const world = useGatewayWorld({ vars: { APP_LINKS, TOKEN_READS: 'once' } });
  beforeEach(() => world.standIn.reset());

  test('gets an error from the token proxy that names the session endpoint', async () => {
    const app = new App(world);
    const { state } = await app.start();
    const answer = await app.token({ code: 'c', state });
    const told = await answer.text();
    expect([answer.status, JSON.parse(told).reason]).toEqual([400, 'session_only']);
    expect(JSON.parse(told).message).toContain('/auth/session');
    expect(told).not.toContain('token-of-');
    expect(calls(world)).toEqual(['/oauth2/token']);
  });

  test('gets a session, and with an https link its unread token', async () => {
    const app = new App(world);
    const { state } = await app.start();
    const answer = await app.post('/auth/session', { code: 'c', state, code_verifier: app.verifier });
    expect(answer.status).toBe(200);
    const other = new App(world);
    const started = await other.start({ app_link: own });
    world.standIn.reset();
    expect((await other.token({ code: 'd', state: started.state })).status).toBe(200);
    expect(calls(world)).toEqual(['/oauth2/token']);
  });
});
