import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ClientOptions, createClient } from '../../../packages/plid/client/index.ts';
import { basic } from '../../support/requests/service-requests.ts';

const credentials = { client_id: 'shop', client_secret: 'a-secret-of-its-own' };
const options = {
  service: 'https://login.example.com',
  clientId: credentials.client_id,
  clientSecret: credentials.client_secret,
  redirectUri: 'https://shop.example.com/callback',
};
const request_uri = 'urn:ietf:params:oauth:request_uri:abc';
const named = { pushed_authorization_request_endpoint: 'https://login.example.com/oauth2/par' };
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

/** A service with these answers, and every request that it has had. */
function service(
  metadata: (signal?: AbortSignal | null) => Response | Promise<Response>,
  pushed = json({ request_uri, expires_in: 90 }, 201),
) {
  const asked: [string, RequestInit][] = [];
  const fetch = async (address: unknown, init: RequestInit = {}) => {
    const { pathname } = new URL(String(address));
    asked.push([pathname, init]);
    return pathname === '/oauth2/par' ? pushed() : metadata(init.signal);
  };
  const client = (more: Partial<ClientOptions> = {}) =>
    createClient({ ...options, fetch: fetch as typeof globalThis.fetch, ...more });
  return { asked, client, paths: () => asked.map(([path]) => path) };
}
const wellKnown = '/.well-known/oauth-authorization-server';

/** In milliseconds since 1970. */
let now = 0;
const wait = (seconds: number) => {
  now += seconds * 1_000;
};
beforeAll(() => void vi.spyOn(Date, 'now').mockImplementation(() => now));
afterAll(() => vi.mocked(Date.now).mockRestore());

describe('a sign-in of the client', () => {
  test('is pushed if the metadata supports it, and its URL contains no parameters', async () => {
    const { client, asked, paths } = service(json(named));
    const { url, state } = await client().startSignIn({ prompt: 'login', ui_locales: 'en' });
    expect(url).toBe(
      `https://login.example.com/oauth2/authorize?client_id=shop&request_uri=${encodeURIComponent(request_uri)}`,
    );
    expect(paths()).toEqual([wellKnown, '/oauth2/par']);
    const [, { headers, body } = {}] = asked[1] ?? [];
    expect(headers).toMatchObject({ Authorization: basic(credentials) });
    expect(Object.fromEntries(new URLSearchParams(String(body)))).toEqual({
      response_type: 'code',
      client_id: 'shop',
      redirect_uri: options.redirectUri,
      state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'login',
      ui_locales: 'en',
    });
  });

  test('reads the metadata once an hour', async () => {
    const { client, paths } = service(json(named));
    const one = client();
    for (const seconds of [0, 0, 3_599]) {
      wait(seconds);
      await one.startSignIn();
    }
    expect(paths()).toEqual([wellKnown, '/oauth2/par', '/oauth2/par', '/oauth2/par']);
    wait(1);
    await one.startSignIn();
    expect(paths().slice(4)).toEqual([wellKnown, '/oauth2/par']);
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ['that has none', json({}, 404)],
    ['that fails', json({}, 500)],
    ['that answers a page', () => new Response('<!doctype html>')],
    ['that is not reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['whose metadata is not an object', json([])],
    ['without the endpoint in its metadata', json({ issuer: options.service })],
  ])("isn't pushed to a service %s, and doesn't fail", async (_, metadata) => {
    const { client, paths } = service(metadata);
    const one = client();
    const { url, state } = await one.startSignIn();
    expect(new URL(url).searchParams.get('state')).toBe(state);
    await one.startSignIn();
    expect(paths()).toEqual([wellKnown]);
  });

  test("doesn't wait long for a slow service, and tries again after a minute", async () => {
    let isSilent = true;
    const { client, paths } = service((signal) =>
      isSilent
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : json(named)(),
    );
    const one = client({ timeout: 0.01 });
    await one.startSignIn();
    isSilent = false;
    wait(59);
    await one.startSignIn();
    expect(paths()).toEqual([wellKnown]);
    wait(1);
    await one.startSignIn();
    expect(paths()).toEqual([wellKnown, wellKnown, '/oauth2/par']);
  });

  test.each([
    [{}, 2_000],
    [{ timeout: 300 }, 2_000],
    [{ timeout: 1 }, 1_000],
  ])(
    'waits for the metadata two seconds at most, and no longer than for a call: %j',
    async (more, expected) => {
      const timeouts = vi.spyOn(AbortSignal, 'timeout');
      await service(json({})).client(more).startSignIn();
      expect(timeouts.mock.calls).toEqual([[expected]]);
      timeouts.mockRestore();
    },
  );

  test('that the service refuses reports its request ID, for the operator', async () => {
    const headers = { 'X-Request-Id': '0123456789abcdef' };
    for (const status of [400, 500]) {
      const pushed = () => Response.json({ error: 'server_error' }, { status, headers });
      const failing = service(json(named), pushed).client().startSignIn();
      await expect(failing).rejects.toMatchObject({
        requestId: headers['X-Request-Id'],
        refusal: { status },
      });
    }
  });

  test.each<[string, Partial<ClientOptions>, string[], boolean]>([
    ['par: true', { par: true }, ['/oauth2/par'], true],
    ['par: false', { par: false }, [], false],
    ['no secret', { clientSecret: undefined }, [], false],
  ])('with %s reads no metadata', async (_, more, asked, isPushed) => {
    const { client, paths } = service(json(named));
    const { url } = await client(more).startSignIn();
    expect([paths(), url.includes('request_uri=')]).toEqual([asked, isPushed]);
  });

  test.each<[string, () => Response, object]>([
    [
      'rejected',
      json({ error: 'invalid_request', message: 'no' }, 400),
      {
        name: 'PlidMismatch',
        reason: 'request_refused',
        message: expect.stringMatching(/invalid_request, status 400\. .* The service's message: no$/),
      },
    ],
    [
      'rejected for its redirect URI',
      json({ error: 'invalid_grant', message: 'none of\u202e the\nregistered\u0007 addresses' }, 400),
      {
        reason: 'request_refused',
        message: expect.stringMatching(/Check the option redirectUri\..*: none of the registered addresses$/),
      },
    ],
    [
      'rejected without a sentence',
      json({ error: 'x' }, 400),
      { message: expect.stringMatching(/status 400\.$/) },
    ],
    [
      'rejected with a long sentence',
      json({ error: 'x', message: 'm'.repeat(900) }, 400),
      { message: expect.stringMatching(/[^m]m{300}$/) },
    ],
    [
      'failing at the service',
      json({ error: 'server_error', message: '' }, 500),
      { name: 'PlidUnavailable' },
    ],
    [
      'rejected for its credentials',
      json({ error: 'invalid_client' }, 401),
      { name: 'PlidMismatch', reason: 'client_refused' },
    ],
    ['not taken now', json({}, 503), { name: 'PlidUnavailable' }],
    ['answered with 200', json({ request_uri }), { name: 'PlidMismatch', reason: 'answer' }],
    ['answered without request_uri', json({}, 201), { name: 'PlidMismatch', reason: 'answer' }],
    ...['a b', ' urn:a', 'urn:a b', 'urn:', `urn:${'a'.repeat(8_001)}`, ['urn:a']].map(
      (sent): [string, () => Response, object] => [
        `answered with an invalid request_uri: ${JSON.stringify(sent).slice(0, 20)}`,
        json({ request_uri: sent }, 201),
        {
          name: 'PlidMismatch',
          reason: 'answer',
          message: expect.stringContaining('request_uri is missing or malformed'),
        },
      ],
    ),
  ])('fails if its push is %s', async (_, pushed, failure) => {
    const { client } = service(json(named), pushed);
    await expect(client().startSignIn()).rejects.toMatchObject(failure);
  });
});

describe('iss in a callback (RFC 9207)', () => {
  const callback = 'https://shop.example.com/callback?code=c&state=s';
  const kept = { state: 's' };
  const saying = (value: unknown) => ({ authorization_response_iss_parameter_supported: value });
  const issuing = saying(true);
  const own = `&iss=${encodeURIComponent(options.service)}`;
  const foreign = `&iss=${encodeURIComponent('https://evil.example')}`;

  test.each<[string, Partial<ClientOptions>, object, string, boolean]>([
    ['is not needed', {}, {}, '', true],
    ['is compared where it is there', {}, {}, foreign, false],
    ['is needed where the metadata says so', {}, issuing, '', false],
    ['is not needed where the metadata says something else', {}, saying('false'), '', true],
    ['is needed where the option says so', { requireIss: true }, {}, '', false],
    ['is not needed where the option says so', { requireIss: false }, issuing, '', true],
    ['that is the service’s own is taken', { requireIss: true }, issuing, own, true],
    [
      'of a service whose URL was given with a slash is taken',
      { service: `${options.service}/`, requireIss: true },
      issuing,
      own,
      true,
    ],
    ['of another service is rejected', { requireIss: true }, issuing, foreign, false],
    ['is not asked for in a page', { clientSecret: undefined }, issuing, '', true],
  ])('%s', async (_, more, metadata, iss, taken) => {
    const read = service(json(metadata))
      .client(more)
      .readCallback(callback + iss, kept);
    if (taken) return expect(await read).toBe('c');
    return expect(read).rejects.toMatchObject({ name: 'PlidMismatch', reason: 'answer' });
  });
});
