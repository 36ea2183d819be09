import { beforeEach, describe, expect, test } from 'vitest';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { App } from '../../support/fixtures/native-app.ts';
import { newSubscriber } from '../../support/fixtures/phones.ts';
import { codeOf } from '../../support/fixtures/sign-in.ts';
import { administer } from '../../support/requests/operator-requests.ts';
import { useGatewayWorld } from '../../support/world/gateway-world.ts';
import { applications, gatewaySecrets } from '../../support/world/test-settings.ts';

const { client_id } = applications.shop;
const offering = { body: { pushed_authorization_request_endpoint: 'https://login.example.com/oauth2/par' } };
const pushed = `client_id=${client_id}&request_uri=urn%3Aexample%3Apushed`;
/** Beyond the hour for which the gateway keeps what it has read of the service. */
const anHour = 3_600;

describe("an app's authorization request (RFC 9126)", () => {
  const world = useGatewayWorld();
  beforeEach(async () => {
    world.standIn.reset();
    world.standIn.answer({ metadata: offering });
    await world.clock.advance(anHour);
  });
  const addressFor = async (app = new App(world)) => (await app.start({ ui_locales: 'ko' })).authorize_url;

  test("is pushed with the gateway's credentials if the service supports it", async () => {
    const app = new App(world);
    const { authorize_url, state } = await app.start({ ui_locales: 'ko en' });
    expect(authorize_url).toBe(`${world.standIn.url}/oauth2/authorize?${pushed}`);
    const [{ path = '', form = {}, headers = {} } = {}, ...more] = world.standIn.received;
    expect([path, more]).toEqual(['/oauth2/par', []]);
    expect(form).toEqual({
      response_type: 'code',
      client_id,
      redirect_uri: `${world.gateway}/auth/callback`,
      state,
      code_challenge: app.challenge,
      code_challenge_method: 'S256',
      prompt: 'login',
      ui_locales: 'ko en',
    });
    const credentials = Buffer.from(`${client_id}:${gatewaySecrets.CLIENT_SECRET}`).toString('base64');
    expect(headers).toMatchObject({ authorization: `Basic ${credentials}` });
  });

  test.each([
    ['has no metadata', { status: 404, body: {} }],
    ['names no endpoint for it', { body: { issuer: 'https://login.example.com' } }],
    ['fails', { status: 500, body: {} }],
    ['never answers', { hang: true }],
    ['stops in the middle of its answer', { ...offering, cut: true }],
  ])("isn't pushed if the service %s", async (_, metadata) => {
    let asked = 0;
    world.standIn.answer({
      metadata: () => {
        asked += 1;
        return metadata;
      },
    });
    const began = performance.now();
    for (const _again of [1, 2, 3]) expect(await addressFor()).toContain('&state=');
    expect([asked, world.standIn.received]).toEqual([1, []]);
    // A sign-in waits two seconds for metadata, and the ones after it not at all.
    expect(performance.now() - began).toBeLessThan(4_500);
  });

  test("needs the service's metadata once an hour", async () => {
    let asked = 0;
    world.standIn.answer({
      metadata: () => {
        asked += 1;
        return offering;
      },
    });
    for (const seconds of [0, 0, anHour - 1]) {
      await world.clock.advance(seconds);
      expect(await addressFor()).toContain('request_uri=');
    }
    expect(asked).toBe(1);
    await world.clock.advance(1);
    await addressFor();
    expect(asked).toBe(2);
  });

  test.each([
    ['is out of order', { status: 503, body: {} }, 503, 'upstream_unavailable'],
    [
      'refuses it',
      { status: 400, body: { error: 'invalid_request', message: 'no' } },
      400,
      'upstream_refused',
    ],
    [
      'refuses the gateway',
      { status: 401, body: { error: 'invalid_client', message: 'no' } },
      502,
      'client_refused',
    ],
    ['answers something else', { status: 201, body: { request_uri: 'a b' } }, 502, 'upstream_invalid'],
  ])('fails if the service %s', async (_, par, status, reason) => {
    world.standIn.answer({ par });
    const app = new App(world);
    const challenge = { code_challenge: app.challenge, code_challenge_method: 'S256' };
    const answer = await app.post('/auth/login', challenge);
    expect([answer.status, await answer.json()]).toMatchObject([status, { reason }]);
  });

  test('counts as a started sign-in, not as a completed one', async () => {
    await world.spend('APP_TOTAL_LIMIT', 'anybody', 3_000);
    expect(await addressFor()).toContain('request_uri=');
    await world.clock.advance(60);
    world.standIn.reset();
    await world.spend('APP_TOTAL_LIMIT', 'anybody, begins', 3_000);
    const app = new App(world);
    const challenge = { code_challenge: app.challenge, code_challenge_method: 'S256' };
    expect((await app.post('/auth/login', challenge)).status).toBe(429);
    expect(world.standIn.received).toEqual([]);
  });

  test("isn't pushed for a browser", async () => {
    const answer = await world.fetch(`${world.gateway}/auth/login`, { redirect: 'manual' });
    expect(answer.headers.get('Location')).toContain('&state=');
    expect(world.standIn.received).toEqual([]);
  });
});

describe('a gateway with PAR=Y', () => {
  const world = useGatewayWorld({ vars: { PAR: 'Y', PAR_PATH: '/oauth2/par' } });
  beforeEach(() => world.standIn.reset());

  test('pushes every request, whatever the metadata', async () => {
    const answer = await world.fetch(`${world.gateway}/auth/login?return_to=/orders`, { redirect: 'manual' });
    expect(answer.headers.get('Location')).toBe(`${world.standIn.url}/oauth2/authorize?${pushed}`);
    expect((await new App(world).start()).authorize_url).toContain('request_uri=');
    expect(world.standIn.received.map(({ path }) => path)).toEqual(['/oauth2/par', '/oauth2/par']);
  });

  test('shows users an error if the push fails', async () => {
    world.standIn.answer({ par: { status: 503, body: {} } });
    const headers = { Accept: 'text/html', 'Accept-Language': 'en' };
    const answer = await world.fetch(`${world.gateway}/auth/login`, { headers, redirect: 'manual' });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []]);
    expect(await answer.text()).toContain('<h1>');
  });
});

describe("a gateway at this repository's service with iss, pkce, and par required", () => {
  const world = useGatewayWorld({ realService: true, vars: { PAR: 'Y', ISS_REQUIRED: 'Y' } });

  test('signs in a browser and an app', async () => {
    const body = { iss: true, pkce: 'required', par: 'required' };
    expect((await administer(world, 'PATCH', `/${client_id}`, { body })).status).toBe(200);
    const person = await newSubscriber(world);
    const browser = new BrowserSession(world);
    const page = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
    const shown = await browser.submit(await browser.submit(page, person));
    expect(JSON.parse(shown.text)).toMatchObject({ user: { name: person.name } });

    const app = new App(world);
    const { authorize_url, state } = await app.start();
    const webView = new BrowserSession(world, { visitable: ({ pathname }) => pathname !== '/auth/callback' });
    const code = codeOf(await webView.submit(await webView.get(authorize_url), person));
    const opened = await app.post('/auth/session', { code, state, code_verifier: app.verifier });
    expect(await opened.json()).toMatchObject({ user: { name: person.name } });
  });
});

describe('a gateway with PAR=N', () => {
  const world = useGatewayWorld({ vars: { PAR: 'N' } });

  test('pushes nothing, whatever the metadata', async () => {
    world.standIn.answer({ metadata: offering });
    expect((await new App(world).start()).authorize_url).toContain('&state=');
    expect(world.standIn.received).toEqual([]);
  });
});
