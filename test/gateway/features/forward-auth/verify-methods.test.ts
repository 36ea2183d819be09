import { describe, expect, test } from 'vitest';
import verify from '../../../../workers/gateway/features/forward-auth/index.ts';
import { deriveProxyKey } from '../../../../workers/gateway/features/forward-auth/proxy-key.ts';
import { person } from '../../../support/fakes/service-stand-in.ts';
import { askInProcess } from '../../../support/requests/ask-in-process.ts';
import { gatewaySecrets, origins } from '../../../support/world/test-settings.ts';

const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', ''];
const named = [undefined, 'GET', 'HEAD', 'OPTIONS', 'options', 'GET, OPTIONS', ...unsafe];
const own = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
const paths = ['/auth/verify', '/auth/verify/secret'];

interface Asked {
  path: string;
  method: string;
  forwarded: string | undefined;
  original: string | undefined;
}

const combinations: Asked[] = paths.flatMap((path) =>
  own.flatMap((method) =>
    named.flatMap((forwarded) => named.map((original) => ({ path, method, forwarded, original }))),
  ),
);
/** The methods that count: a caller can send the headers, and no proxy that appends the path sends them. */
const counting = ({ path, method, forwarded, original }: Asked) =>
  path === '/auth/verify'
    ? [method, ...[forwarded, original].filter((text) => text !== undefined)]
    : [method];
const changes = (asked: Asked) =>
  counting(asked).some((text) => !['GET', 'HEAD', 'OPTIONS'].includes(text.toUpperCase()));

const key = await deriveProxyKey(gatewaySecrets.IDENTITY_KEY);
const session = { user: { plid: person.plid }, login: undefined, created: 0, expires: 9_999_999_999 };

/** The status of an answer to a proxy. A request with a cookie has a session. */
async function ask(
  { path, method, forwarded, original }: Asked,
  headers: Record<string, string>,
  settings = {},
) {
  const request = new Request(`${origins.gateway}${path}`, {
    method,
    headers: {
      'Plid-Identity-Key': key,
      ...(forwarded !== undefined && { 'X-Forwarded-Method': forwarded }),
      ...(original !== undefined && { 'X-Original-Method': original }),
      ...headers,
    },
  });
  const { answer } = await askInProcess(verify, request, {
    GATEWAY_ORIGIN: origins.gateway,
    IDENTITY_KEY: gatewaySecrets.IDENTITY_KEY,
    GATEWAY: { session: async ({ headers: sent }: Request) => (sent.has('Cookie') ? session : null) },
    ...settings,
  });
  return answer.status;
}

describe(`of ${combinations.length} combinations of path, method, X-Forwarded-Method, and X-Original-Method`, () => {
  const preflight = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' };

  test('only those that name only OPTIONS pass as a preflight, if VERIFY_PREFLIGHTS is Y', async () => {
    const passed = await passing(preflight, { VERIFY_PREFLIGHTS: 'Y' });
    expect(passed).toEqual(
      combinations.filter((asked) => counting(asked).every((text) => text.toUpperCase() === 'OPTIONS')),
    );
    expect(passed.length).toBe(9 + named.length ** 2);
  });

  test('none passes as a preflight by default', async () => {
    expect(await passing(preflight)).toEqual([]);
  });

  test("exactly those that name an unsafe method are rejected for another origin's page", async () => {
    const crossOrigin = { Cookie: 'a=b', Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const passed = await passing(crossOrigin);
    expect(passed).toEqual(combinations.filter((asked) => !changes(asked)));
    expect(passed.length).toBeGreaterThan(0);
    expect(passed.length).toBeLessThan(combinations.length);
  });

  async function passing(headers: Record<string, string>, settings = {}) {
    const passed: Asked[] = [];
    for (const asked of combinations) if ((await ask(asked, headers, settings)) === 200) passed.push(asked);
    return passed;
  }
});

describe('a WebSocket handshake of another origin', () => {
  const page = { Cookie: 'a=b', Origin: 'https://evil.example' };
  const get = { path: '/auth/verify', method: 'GET', forwarded: undefined, original: undefined };
  test.each([
    { Upgrade: 'websocket' },
    { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' },
    { 'Sec-WebSocket-Version': '13' },
    { 'Sec-Fetch-Mode': 'websocket' },
  ])('is recognized by %j', async (header: Record<string, string>) => {
    for (const path of paths) {
      expect(await ask({ ...get, path }, { ...page, ...header })).toBe(403);
      expect(await ask({ ...get, path }, { ...page, ...header, Origin: origins.gateway })).toBe(200);
      expect(await ask({ ...get, path }, { ...header, Origin: 'https://evil.example' })).toBe(403);
    }
    expect(await ask(get, page)).toBe(200);
  });
});

test.each([
  [{}, null],
  [{ VERIFY_USER_HEADER: 'N' }, null],
  [{ VERIFY_USER_HEADER: 'Y' }, person.plid],
])('with %j, X-Auth-Request-User is %j', async (settings, expected) => {
  const request = new Request(`${origins.gateway}/auth/verify`, {
    headers: { 'Plid-Identity-Key': key, Cookie: 'a=b' },
  });
  const { answer } = await askInProcess(verify, request, {
    GATEWAY_ORIGIN: origins.gateway,
    IDENTITY_KEY: gatewaySecrets.IDENTITY_KEY,
    GATEWAY: { session: async () => session },
    ...settings,
  });
  expect([answer.status, answer.headers.get('X-Auth-Request-User')]).toEqual([200, expected]);
});

test('a preflight passes with empty identity headers, because Caddy 2.6 would put its own text for missing ones', async () => {
  const { answer } = await askInProcess(
    verify,
    new Request(`${origins.gateway}/auth/verify`, {
      method: 'OPTIONS',
      headers: {
        'Plid-Identity-Key': key,
        Origin: 'https://a.example',
        'Access-Control-Request-Method': 'GET',
      },
    }),
    {
      GATEWAY_ORIGIN: origins.gateway,
      IDENTITY_KEY: gatewaySecrets.IDENTITY_KEY,
      GATEWAY: { session: async () => null },
      VERIFY_PREFLIGHTS: 'Y',
      VERIFY_USER_HEADER: 'Y',
    },
  );
  const identity = ['Plid-Identity', 'X-Auth-Request-User'].map((name) => answer.headers.get(name));
  expect([answer.status, ...identity]).toEqual([200, '', '']);
});
