import { beforeEach, describe, expect, test } from 'vitest';
import session from '../../../../workers/gateway/routes/session/index.ts';
import { flowLifetime } from '../../../../workers/gateway/settings/gateway-lifetimes.ts';
import { appFlow, sessionToken } from '../../../../workers/gateway/settings/gateway-sealed-types.ts';
import { linesWith, logLines } from '../../../support/assertions/log-lines.ts';
import { App } from '../../../support/fixtures/native-app.ts';
import { askInProcess } from '../../../support/requests/ask-in-process.ts';
import { callbackOf, useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import { gatewayKeys, gatewaySecrets, origins } from '../../../support/world/test-settings.ts';

const links = [
  'https://app.example.com/signed-in?from=plid',
  'com.example.app:/signed-in',
  'http://127.0.0.1:4711/signed-in',
];

describe('an app without a server, on KV that lags 60 s', () => {
  const world = useGatewayWorld({ lagging: true, vars: { APP_LINKS: links.join(', ') } });
  beforeEach(() => world.standIn.reset());

  const bodyOf = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

  test('gets an authorization URL whose state contains its challenge encrypted', async () => {
    const app = new App(world);
    const { authorize_url, state, expires_in } = await app.start({
      app_link: links[0],
      prompt: 'none',
      isHybrid: 'Y',
    });
    const url = new URL(authorize_url);
    expect(url.origin + url.pathname).toBe(`${world.standIn.url}/oauth2/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'demoshop000000000001',
      redirect_uri: `${world.gateway}/auth/callback`,
      state,
      code_challenge: app.challenge,
      code_challenge_method: 'S256',
      prompt: 'none',
      isHybrid: 'Y',
    });
    expect(expires_in).toBe(flowLifetime);
    expect(state.length).toBeLessThanOrEqual(512);
  });

  test.each([
    { to: 'a custom scheme', app_link: links[1] },
    { to: 'a loopback port', app_link: links[2] },
    { to: 'a WebView, without a link', app_link: undefined },
  ])(
    'always prompts the phone for a return to $to, because any app may have started it',
    async ({ app_link }) => {
      for (const prompt of [undefined, 'none', 'select_account']) {
        const { authorize_url } = await new App(world).start({ app_link, prompt });
        expect(new URL(authorize_url).searchParams.getAll('prompt')).toEqual(['login']);
      }
    },
  );

  test('may sign in automatically with an https link, which belongs to one app', async () => {
    const { authorize_url } = await new App(world).start({ app_link: links[0] });
    expect(new URL(authorize_url).searchParams.has('prompt')).toBe(false);
  });

  test('gets an authorization URL with spaces as %20', async () => {
    const { authorize_url } = await new App(world).start({ ui_locales: 'ko en' });
    expect(authorize_url).toContain('ui_locales=ko%20en');
  });

  test.each([
    { fault: 'no challenge', body: { code_challenge_method: 'S256' }, item: 'code_challenge' },
    {
      fault: 'an invalid challenge',
      body: { code_challenge: 'x', code_challenge_method: 'S256' },
      item: 'code_challenge',
    },
    {
      fault: 'the method plain',
      body: { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      item: 'code_challenge_method',
    },
    {
      fault: 'a prompt that is too long',
      body: { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', prompt: 'x'.repeat(101) },
      item: 'prompt',
    },
    { fault: 'no JSON', body: undefined, item: 'body' },
  ])('gets an error that names $fault', async ({ body, item }) => {
    const answer = await new App(world).post('/auth/login', body);
    expect(answer.status).toBe(400);
    expect(await bodyOf(answer)).toMatchObject({
      error: 'invalid_request',
      message: expect.stringContaining(item),
    });
  });

  test.each(['https://evil.example/', 'com.example.app:/signed-in/more', 'javascript:alert(1)'])(
    "can't use the link %s, which isn't in APP_LINKS",
    async (app_link) => {
      const app = new App(world);
      const challenge = { code_challenge: app.challenge, code_challenge_method: 'S256' };
      const answer = await app.post('/auth/login', { ...challenge, app_link });
      expect(answer.status).toBe(400);
      expect(await bodyOf(answer)).toMatchObject({ reason: 'app_link_refused' });
    },
  );

  const program = { Accept: '*/*' };

  test.each(links)('gets its callback at %s, and nothing is used up', async (app_link) => {
    const { state } = await new App(world).start({ app_link });
    const callback = callbackOf(world.gateway, { code: 'the-code', state, extra: 'x' });
    const handed = await new Visitor(world).get(callback, program);
    expect(handed.status).toBe(302);
    expect(handed.url.href.startsWith(app_link.split('?')[0] ?? '')).toBe(true);
    expect(Object.fromEntries(handed.url.searchParams)).toEqual({
      ...Object.fromEntries(new URL(app_link).searchParams),
      code: 'the-code',
      state,
    });
    expect(handed.headers.getSetCookie()).toEqual([]);
    expect(world.standIn.received).toEqual([]);
  });

  test.each([
    { language: 'ko', label: '앱 열기' },
    { language: 'en', label: 'Open the app' },
  ])('is opened by a page in $language by itself, with a link to tap', async (shown) => {
    const { state } = await new App(world).start({ app_link: links[1] });
    const browser = new Visitor(world, { 'Accept-Language': shown.language });
    const { status, headers, document } = await browser.get(callbackOf(world.gateway, { code: 'c', state }));
    expect(status).toBe(200);
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(headers.get('Cache-Control')).toBe('no-store');
    const address = `${links[1]}?code=c&state=${state}`;
    expect(document.querySelector('meta[http-equiv=refresh]')?.getAttribute('content')).toBe(
      `0;url=${address}`,
    );
    const link = document.querySelector('main a');
    expect(link?.getAttribute('href')).toBe(address);
    expect(link?.text).toBe(shown.label);
    expect(world.standIn.received).toEqual([]);
  });

  test("is opened by a page that shows the service's values as text", async () => {
    const { state } = await new App(world).start({ app_link: links[1] });
    const callback = callbackOf(world.gateway, {
      error: 'x',
      message: `"'><script>alert(1)</script>`,
      state,
    });
    const shown = await new Visitor(world).get(callback);
    expect(shown.document.querySelectorAll('script')).toHaveLength(0);
    expect(shown.text).not.toContain('<script>alert');
  });

  test('gets nothing at a link removed from APP_LINKS', async () => {
    const expires = (await world.clock.now()) + 600;
    const flow = { session: 's'.repeat(43), code_challenge: 'c'.repeat(43), expires };
    const state = await appFlow.seal(gatewayKeys, { ...flow, link: 'https://gone.example.com/' });
    const shown = await new Visitor(world).get(callbackOf(world.gateway, { code: 'c', state }), program);
    expect([shown.status, JSON.parse(shown.text).reason]).toEqual([400, 'app_link_refused']);
  });

  test('gets a denial too, with spaces as %20', async () => {
    const { state } = await new App(world).start({ app_link: links[1] });
    const denial = {
      error: 'access_denied',
      message: 'The phone said no+',
      error_description: 'No no',
      plid_reason: 'denied',
    };
    const handed = await new Visitor(world).get(callbackOf(world.gateway, { ...denial, state }), program);
    expect(Object.fromEntries(handed.url.searchParams)).toEqual({ ...denial, state });
    expect(handed.url.search).toContain('message=The%20phone%20said%20no%2B');
    expect(handed.url.search).not.toContain('+');
  });

  test("without a link is opened by its user's return, and nothing is used up", async () => {
    const { state } = await new App(world).start();
    const shown = await new Visitor(world).get(callbackOf(world.gateway, { code: 'c', state }));
    expect(shown.status).toBe(400);
    expect(shown.text).toContain('Please go back to the app');
    expect(world.standIn.received).toEqual([]);
  });

  test('gets nothing after the flow has expired', async () => {
    const { state } = await new App(world).start({ app_link: links[1] });
    await world.clock.advance(flowLifetime);
    const shown = await new Visitor(world).get(callbackOf(world.gateway, { code: 'c', state }));
    expect(shown.status).toBe(400);
    expect(shown.text).not.toContain(links[1]);
    expect(shown.headers.get('Location')).toBeNull();
  });

  test('exchanges code, state, and verifier for a session with a bearer token', async () => {
    const app = new App(world);
    const { state } = await app.start();
    const answer = await app.post('/auth/session', { code: 'c1', state, code_verifier: app.verifier });
    expect(answer.status).toBe(200);
    const { session, expires_in, user } = await bodyOf(answer);
    expect(expires_in).toBe(43_200);
    expect(user).toMatchObject({ name: '한가람' });
    expect(user).not.toHaveProperty('ci');
    const seen = await world.fetch(`${world.gateway}/auth/session`, {
      headers: { Authorization: `Bearer ${session}` },
    });
    expect(await bodyOf(seen)).toMatchObject({ user });
    const sealed = String(session).replace('plid_', '');
    const ends = (await world.clock.now()) + 43_200;
    expect(await sessionToken.open(gatewayKeys, sealed, ends)).toBeUndefined();
    const opened = await sessionToken.open(gatewayKeys, sealed, ends - 1);
    expect(opened?.secret).toMatch(/^[\w-]{43}$/);
    expect([app.verifier, app.challenge]).not.toContain(opened?.secret);
  });

  test("has one log line for the exchange, with the response's request ID", async () => {
    const app = new App(world);
    const { state } = await app.start();
    const answer = await app.post('/auth/session', { code: 'c1', state, code_verifier: app.verifier });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const request = answer.headers.get('X-Request-Id') ?? '';
    await linesWith(world, { request, route: '/auth/session', status: 200, worker: 'gateway-callback' });
    await world.fetch(`${world.gateway}/auth/healthz`);
    await linesWith(world, { worker: 'gateway-session', route: '/auth/healthz' });
    const ofSession = logLines(world).filter(({ worker }) => worker === 'gateway-session');
    expect(ofSession.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('gets the same session for a repeated request, with the code used once', async () => {
    const app = new App(world);
    const { state } = await app.start();
    const request = { code: 'c2', state, code_verifier: app.verifier };
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.post('/auth/session', request)));
    const sessions = await Promise.all(answers.map(async (answer) => (await bodyOf(answer)).session));
    await world.clock.advance(100);
    expect(await bodyOf(await app.post('/auth/session', request))).toMatchObject({ expires_in: 43_100 });
    expect(world.standIn.exchanges('c2')).toBe(1);
    const seen = sessions.map(async (session) => {
      const headers = { Authorization: `Bearer ${session}` };
      const list = await bodyOf(await world.fetch(`${world.gateway}/auth/sessions`, { headers }));
      return (list.sessions as { session: string; current: boolean }[]).find(({ current }) => current)
        ?.session;
    });
    expect(new Set(await Promise.all(seen)).size).toBe(1);
    const [session] = sessions;
    await world.fetch(`${world.gateway}/auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${session}` },
    });
    const after = await app.post('/auth/session', request);
    expect(after.status).toBe(400);
    expect(await bodyOf(after)).toMatchObject({ reason: 'signed_out' });
    expect(world.standIn.exchanges('c2')).toBe(1);
  });

  describe.each([
    {
      route: '/auth/session',
      send: (app: App, sent: Record<string, string>) => app.post('/auth/session', sent),
    },
    { route: '/auth/token', send: (app: App, sent: Record<string, string>) => app.token(sent) },
  ])('POST $route', ({ send }) => {
    test("without the flow's verifier uses nothing up, and the owner still can", async () => {
      const app = new App(world);
      const { state } = await app.start();
      const thief = new App(world);
      const answer = await send(thief, { code: 'c', state, code_verifier: thief.verifier });
      expect(answer.status).toBe(400);
      expect(await bodyOf(answer)).toMatchObject({ error: 'invalid_grant' });
      expect(world.standIn.received).toEqual([]);
      const own = await send(app, { code: 'c', state, code_verifier: app.verifier });
      expect(own.status).toBe(200);
    });

    test('rejects a state of another flow', async () => {
      const app = new App(world);
      const browser = await new Visitor(world).start();
      const { state } = await app.start();
      const changed = `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`;
      for (const foreign of ['made-up', browser.state, changed, state.slice(0, -4), `${state}.`]) {
        const answer = await send(app, { code: 'c', state: foreign, code_verifier: app.verifier });
        expect(answer.status).toBe(400);
      }
      expect(world.standIn.received).toEqual([]);
    });

    test('reports an expired flow', async () => {
      const app = new App(world);
      const { state } = await app.start();
      await world.clock.advance(flowLifetime + 1);
      const answer = await send(app, { code: 'c', state, code_verifier: app.verifier });
      expect(answer.status).toBe(400);
      expect(await bodyOf(answer)).toMatchObject({ message: 'The sign-in has expired. Sign in again.' });
      expect(world.standIn.received).toEqual([]);
    });
  });

  test('gets a session or a token, never both', async () => {
    const first = new App(world);
    const a = await first.start();
    expect((await first.token({ code: 'a', state: a.state })).status).toBe(200);
    const late = await first.post('/auth/session', {
      code: 'a',
      state: a.state,
      code_verifier: first.verifier,
    });
    expect(late.status).toBe(400);
    const second = new App(world);
    const b = await second.start();
    await second.post('/auth/session', { code: 'b', state: b.state, code_verifier: second.verifier });
    expect((await second.token({ code: 'b', state: b.state })).status).toBe(400);
    expect(world.standIn.exchanges()).toBe(2);
  });

  test('takes a code of 8,192 characters, and no longer one', async () => {
    const messageFor = async (length: number) => {
      const body = { code: 'c'.repeat(length), code_verifier: 'v'.repeat(43) };
      return (await bodyOf(await new App(world).post('/auth/session', body))).message;
    };
    // The second item that is wrong is reported only if the first is right.
    expect(await messageFor(8_192)).toContain('state');
    expect(await messageFor(8_193)).toContain('code');
  });

  test.each([
    { item: 'code', body: { state: 's', code_verifier: 'v'.repeat(43) } },
    { item: 'state', body: { code: 'c', code_verifier: 'v'.repeat(43) } },
    { item: 'code_verifier', body: { code: 'c', state: 's' } },
    { item: 'code_verifier', body: { code: 'c', state: 's', code_verifier: 'short' } },
  ])('names a missing or wrong $item of POST /auth/session', async ({ item, body }) => {
    const answer = await new App(world).post('/auth/session', body);
    expect(answer.status).toBe(400);
    expect(await bodyOf(answer)).toMatchObject({ message: expect.stringContaining(item) });
  });

  test('distinguishes a rejection by the service from no response', async () => {
    const app = new App(world);
    const { state } = await app.start();
    world.standIn.answer({
      token: { status: 500, body: { error: 'server_error', message: 'no such code' } },
    });
    const refused = await app.post('/auth/session', { code: 'c', state, code_verifier: app.verifier });
    expect(refused.status).toBe(400);
    expect(await bodyOf(refused)).toMatchObject({ error: 'invalid_grant', reason: 'upstream_refused' });
  });
});

test("a worker that can't be reached for a session is reported in JSON and in the log", async () => {
  const none = {};
  const env = { KEYS: gatewaySecrets.KEYS, SESSIONS: none, USER: none, APP_SESSIONS: none };
  const request = new Request(`${origins.gateway}/auth/session`, { method: 'POST', body: '{}' });
  const { answer, lines } = await askInProcess(session, request, env);
  expect([answer.status, await answer.json()]).toEqual([
    500,
    expect.objectContaining({ reason: 'internal' }),
  ]);
  expect(lines).toMatchObject([{ worker: 'gateway-session', method: 'POST', status: 500, level: 'error' }]);
});

describe('an app without APP_LINKS', () => {
  const world = useGatewayWorld();

  test("can't use a link, and the response names the setting", async () => {
    const app = new App(world);
    const challenge = { code_challenge: app.challenge, code_challenge_method: 'S256' };
    const answer = await app.post('/auth/login', { ...challenge, app_link: 'com.example.app:/signed-in' });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain('APP_LINKS');
  });
});
