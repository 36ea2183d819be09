import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { challengeOf } from '../../support/fixtures/grants.ts';
import {
  authorizeUrl,
  codeOf,
  people,
  requestAuthorization,
  signIn,
} from '../../support/fixtures/sign-in.ts';
import { registerApplication } from '../../support/requests/operator-requests.ts';
import { jsonOf, requestToken } from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const { client_id, redirect_uri } = applications.shop;
const callback = 'https://shop.example.com/auth/callback';

async function expectRefusal(response: Response, error: string, message: string | RegExp) {
  expect(response.status).toBe(400);
  expect(response.headers.get('Location')).toBeNull();
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  const body = await jsonOf(response);
  expect(Object.keys(body)).toEqual(['error', 'message']);
  expect(body.error).toBe(error);
  expect(body.message).toMatch(message);
}

describe('the order of checks at the authorization endpoint', () => {
  const wrong = {
    response_type: 'token',
    client_id: undefined,
    redirect_uri: undefined,
    state: undefined,
    code_challenge: 'short',
  };
  const steps: [string, Record<string, string | undefined>, string, RegExp][] = [
    ['no client_id', {}, 'invalid_client', /client id must be provided/],
    [
      'an unknown client_id',
      { client_id: 'nobody00000000000000' },
      'invalid_client',
      /Bad client credentials/,
    ],
    ['no redirect_uri', { client_id }, 'invalid_request', /item redirect_uri is missing/],
    [
      'an unregistered redirect_uri',
      { redirect_uri: 'https://evil.example/' },
      'invalid_grant',
      /https:\/\/evil\.example\/ matches none/,
    ],
    ['a wrong response_type', { redirect_uri }, 'invalid_request', /value of response_type is not valid/],
    ['no state', { response_type: 'code' }, 'invalid_request', /item state is missing/],
    [
      'a challenge without a method',
      { state: 's' },
      'invalid_request',
      /item code_challenge_method is missing/,
    ],
  ];

  test.each(steps.map(([name, , error, message], index) => ({ name, error, message, index })))(
    'has $name before every later fault',
    async ({ error, message, index }) => {
      const mended = Object.assign({}, ...steps.slice(0, index + 1).map(([, changes]) => changes));
      await expectRefusal(await requestAuthorization(world, { ...wrong, ...mended }), error, message);
    },
  );

  test('never redirects for a wrong response_type with a wrong redirect_uri', async () => {
    const changes = { response_type: 'token', redirect_uri: 'https://evil.example/' };
    await expectRefusal(await requestAuthorization(world, changes), 'invalid_grant', /evil/);
  });
});

describe('the redirect_uri must equal a registered one', () => {
  test.each([
    ['a query', `${callback}?next=1`],
    ['a path that climbs', `${callback}/..;/callback`],
    ['a dot segment', callback.replace('/auth', '/x/../auth')],
    ['userinfo', callback.replace('https://', 'https://login.example.com@')],
    ['the host as userinfo', 'https://shop.example.com@evil.example/auth/callback'],
    ['a host that ends differently', callback.replace('.com', '.com.evil.example')],
    ['a host that begins differently', callback.replace('shop', 'evilshop')],
    ['http for https', callback.replace('https', 'http')],
    ['the default port', callback.replace('.com', '.com:443')],
    ['another port of loopback', redirect_uri.replace('3000', '3001')],
    ['127.0.0.1 for localhost', redirect_uri.replace('localhost', '127.0.0.1')],
    ['a homograph', callback.replace('shop', 'ѕhop')],
    ['a line break in it', callback.replace('/auth', '/\r\nauth')],
    ['javascript:', 'javascript:alert(1)'],
    ['data:', 'data:text/html,<script>alert(1)</script>'],
    ['only a path', '/auth/callback'],
    ['64 KiB of it', `${callback}?${'x'.repeat(8_000)}`],
  ])('so %s is rejected', async (_, address) => {
    await expectRefusal(
      await requestAuthorization(world, { redirect_uri: address }),
      'invalid_grant',
      /matches none of the registered addresses/,
    );
  });
});

describe('a parameter of the authorization request', () => {
  test.each([
    'client_id',
    'redirect_uri',
    'response_type',
    'state',
    'prompt',
    'isHybrid',
    'code_challenge',
    'code_challenge_method',
    'ui_locales',
  ])('that repeats %s is rejected, even with the same value', async (item) => {
    const challenge = { code_challenge: challengeOf('v'), code_challenge_method: 'S256' };
    const url = new URL(
      authorizeUrl(world, { prompt: 'login', isHybrid: 'Y', ui_locales: 'ko', ...challenge }),
    );
    url.searchParams.append(item, url.searchParams.get(item) ?? '');
    await expectRefusal(await world.fetch(url), 'invalid_request', `The value of ${item} is not valid.`);
  });

  test('that is unknown is ignored, even repeated, because generic clients send some', async () => {
    const url = `${authorizeUrl(world, { scope: 'openid', response_mode: 'query', nonce: 'n' })}&scope=email`;
    expect((await world.fetch(url)).status).toBe(200);
  });

  test.each([
    [
      'plain',
      { code_challenge: challengeOf('v'), code_challenge_method: 'plain' },
      /value of code_challenge_method/,
    ],
    [
      'an unknown method',
      { code_challenge: challengeOf('v'), code_challenge_method: 's256' },
      /value of code_challenge_method/,
    ],
    ['no method', { code_challenge: challengeOf('v') }, /item code_challenge_method is missing/],
    ['only a method', { code_challenge_method: 'S256' }, /item code_challenge is missing/],
    [
      'a short challenge',
      { code_challenge: 'abc', code_challenge_method: 'S256' },
      /value of code_challenge is/,
    ],
    [
      'padding',
      { code_challenge: `${challengeOf('v')}=`, code_challenge_method: 'S256' },
      /value of code_challenge is/,
    ],
  ])('for PKCE with %s is rejected', async (_, changes, message) => {
    await expectRefusal(await requestAuthorization(world, changes), 'invalid_request', message);
  });

  test('for PKCE with S256 is accepted, and the token then needs its verifier', async () => {
    const verifier = 'a-verifier-of-the-forty-three-characters-it-needs';
    const query = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
    const code = codeOf(await signIn(new BrowserSession(world), world, people.hana, { query }));
    expect((await requestToken(world, { code })).status).toBe(400);
    expect((await requestToken(world, { code, code_verifier: verifier })).status).toBe(200);
  });
});

describe('state is returned byte for byte', () => {
  test.each([
    ['a space as +', 'a+b'],
    ['a slash and a question mark', 'a/b?c=d:@!$()*,;'],
    ['broken escapes', '%zz%'],
    ['Base64 with padding', 'eyJhIjoxfQ=='],
    ['512 ASCII characters that all need encoding', '%22'.repeat(512)],
    ['2,048 characters', 'x'.repeat(2_048)],
  ])('as %s', async (_, state) => {
    const url = authorizeUrl(world, { state: undefined, prompt: 'none' });
    const sent = `${url.replace('?', () => `?state=${state}&`)}&last=1`;
    const location = (await world.fetch(sent)).headers.get('Location');
    expect(location?.split('&state=')[1]).toBe(state);
  });

  test('with a code after a sign-in with the longest state', async () => {
    const state = '%2f'.repeat(682);
    const browser = new BrowserSession(world);
    const page = await browser.get(`${authorizeUrl(world, { state: undefined })}&state=${state}`);
    const consent = await browser.submit(page, people.john);
    expect(browser.cookies(world.service).size).toBeGreaterThan(0);
    for (const [name, value] of browser.cookies(world.service))
      expect(`${name}=${value}`.length).toBeLessThan(4_096);
    const end = await browser.submit(consent);
    expect(end.url.href).toMatch(/^http:\/\/localhost:3000\/callback\?code=[\w.~-]+&state=/);
    expect(end.url.href.split('&state=')[1]).toBe(state);
  });

  test('up to 2,048 characters', async () => {
    await expectRefusal(
      await requestAuthorization(world, { state: 'x'.repeat(2_049) }),
      'invalid_request',
      'The value of state is not valid because it is too long. Send at most 2048 bytes, counted in encoded form.',
    );
  });

  test('next to the query of a redirect_uri', async () => {
    const address = 'https://books.example.com/cb?shop=1';
    const { client_id } = await registerApplication(world, { redirect_uris: [address] });
    const answer = await requestAuthorization(world, {
      client_id,
      redirect_uri: address,
      prompt: 'none',
      state: 's',
    });
    expect(answer.headers.get('Location')).toMatch(
      /^https:\/\/books\.example\.com\/cb\?shop=1&error=login_required&message=([^&+]+)&error_description=\1&state=s$/,
    );
  });
});

describe('the prompt', () => {
  test('none without an automatic login returns login_required', async () => {
    const answer = await requestAuthorization(
      world,
      { prompt: 'none', state: 's' },
      { 'Accept-Language': 'ko' },
    );
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get('Location') ?? '');
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error: 'login_required',
      message: '로그인이 필요합니다.',
      error_description: '로그인이 필요합니다.',
      state: 's',
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test.each(['select_account', 'login', 'N', 'consent', 'none login', ''])(
    '%s shows the sign-in page',
    async (prompt) => {
      const answer = await requestAuthorization(world, { prompt });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('name="phoneNo"');
    },
  );
});

describe('the host of an authorization request', () => {
  test("doesn't appear in a response if it is forged", async () => {
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Server': 'evil.example',
      Forwarded: 'host=evil.example;proto=http',
      'X-Original-URL': 'https://evil.example/',
    };
    const answer = await requestAuthorization(world, {}, headers);
    expect(answer.status).toBe(200);
    expect(`${await answer.text()}${[...answer.headers]}`).not.toContain('evil');
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-.*; Secure; SameSite=Lax$/);
  });

  test('serves only its own paths', async () => {
    expect((await world.fetch(`${world.service}/oauth2/authorize/`)).status).toBe(404);
    expect((await world.fetch(`${world.service}/oauth2/authorized`)).status).toBe(404);
  });
});
