import { describe, expect, test } from 'vitest';
import { withoutGatewayCookies } from '../../../workers/gateway/application/application-cookies.ts';
import { withPrivateCache } from '../../../workers/gateway/application/cache-policy.ts';
import { requestForApplication } from '../../../workers/gateway/application/request-for-application.ts';
import { isPreflight, withoutCredentials } from '../../../workers/gateway/identity/cors-preflight.ts';
import { isCrossOrigin } from '../../../workers/gateway/identity/cross-origin.ts';

const gateway = 'https://shop.example.com';

describe('the Cookie header behind the guard', () => {
  const cookiesOf = (Cookie: string) =>
    requestForApplication(new Request(gateway, { headers: { Cookie } }), []).headers.get('Cookie');

  test("contains only the application's cookies", () => {
    expect(cookiesOf('__Host-plid-session=x; a=1')).toBe('a=1');
    expect(cookiesOf('__Host-plid-session=x')).toBeNull();
  });

  test.each([
    // Without a cookie of plid, the header is unchanged.
    ['a=1; b=2', 'a=1; b=2'],
    ['a=1;b=2', 'a=1;b=2'],
    ['\t a=1 \t;b=2;;', '\t a=1 \t;b=2;;'],
    ['a="x;y"; ; b=2;', 'a="x;y"; ; b=2;'],
    ['a="1; b"; c==; d', 'a="1; b"; c==; d'],
    ['c=\u3000', 'c=\u3000'],
    ['a=\ufffd; b=1', 'a=\ufffd; b=1'],
    ['a=1, b=2', 'a=1, b=2'],
    ['x-plid-flow-1=x', 'x-plid-flow-1=x'],
    ['a={"u":1, plid-x}', 'a={"u":1, plid-x}'],
    // Our cookies are cut out, and nothing else changes.
    ['__Host-plid-session=x;a=1;b=2', 'a=1;b=2'],
    ['a=1;plid-session=x;b="x;y"; ;', 'a=1;b="x;y"; ;'],
    ['a=1; __Host-plid-session=x', 'a=1'],
    ['plid-flow-1=x', ''],
    ['plid-flow-1', ''],
    ['=plid-flow-1=x; ==__Host-plid-x=y', ''],
    ['__HOST-PLID-session=x; __Secure-plid-x=y', ''],
    ['a="1; plid-session=x; 2"', 'a="1; 2"'],
    // Two lines, which arrive as one.
    ['a=1, __Host-plid-session=x', 'a=1'],
    ['a=1,plid-session=x, b=2; c', 'a=1, b=2; c'],
    ['__Host-plid-session=x, b=2', 'b=2'],
    // Names that another program would read as other names.
    ['\u2000a=1; b\u3000=2; c=\u3000', 'c=\u3000'],
    ['\u2000plid-session=x, a=1; b', 'a=1; b'],
    ['a b=1; c\td=2; e\u0007=3', 'a b=1; c\td=2'],
    // Bytes that are not UTF-8, shown as U+FFFD: never in a name, and in a value only if the header stays as it is.
    ['\ufffd__Host-x=1; b=1', 'b=1'],
    ['a=\ufffd; b=1; plid-session=x', 'b=1'],
  ])('%j becomes %j', (header, expected) => {
    expect(withoutGatewayCookies(header)).toBe(expected);
  });
});

describe('an identity header of another proxy', () => {
  const passed = (names: string[], trusted: readonly string[] = []) => {
    const headers = Object.fromEntries(names.map((name) => [name, 'somebody']));
    return [...requestForApplication(new Request(gateway, { headers }), trusted).headers.keys()];
  };

  test("isn't forwarded in any spelling", () => {
    const foreign = [
      ...[
        'Remote-User',
        'REMOTE_USER',
        'Remote.Groups',
        'X-Remote-User',
        'X_Remote_Extra',
        'X-Proxy-User',
        'X-Proxy-REMOTE-USER',
        'iv-creds',
        'X-Shib-Mail',
      ],
      ...['X-Auth-Request-Email', 'x-auth-request-user', 'X-Auth-User', 'X-Auth-Groups', 'X-User', 'X-Email'],
      ...[
        'X-Authenticated-User',
        'X-Authenticated-Userid',
        'X-WebAuth-User',
        'X-authentik-uid',
        'X-Userinfo',
      ],
      ...['OIDC_CLAIM_sub', 'X-Oidc-Email', 'X-Vouch-User', 'X-Pomerium-Jwt-Assertion', 'X-Consumer-Id'],
      ...['X-Credential-Identifier', 'Shib-Session-ID', 'SM_USER', 'SM_USERDN', 'iv-user', 'IV_GROUPS'],
      ...['Tailscale-User-Login', 'Cf-Access-Jwt-Assertion', 'CF-Access-Authenticated-User-Email'],
      ...[
        'X-Amzn-Oidc-Data',
        'X-Goog-Iap-Jwt-Assertion',
        'X-Goog-Authenticated-User-Email',
        'X-Appengine-User-Id',
      ],
      ...[
        'X-Endpoint-Api-Userinfo',
        'X-Apigateway-Api-Userinfo',
        'X-MS-Client-Principal-Name',
        'X-Ms-Token-Aad-Id-Token',
      ],
      ...['X-IISNode-Auth_User', 'Client-Cert', 'X-Client-Cert', 'X-Client-Verify', 'Ssl-Client-Subject-Dn'],
      ...['X-SSL-Client-CN', 'X-SSL-Client-Verify', 'SSL_CLIENT_S_DN', 'X-ARR-ClientCert'],
    ];
    for (const name of foreign) expect(passed([name]), name).toEqual([]);
  });

  test("isn't one that applications let their own pages send", () => {
    const own = [
      ...[
        'authorization',
        'x-auth-token',
        'x-access-token',
        'x-user-agent',
        'x-csrf-token',
        'x-requested-with',
      ],
      ...['x-api-key', 'remoteness', 'x-emailing', 'user-agent', 'x-client-id', 'x-client-version', 'cf-ray'],
    ];
    expect(passed(own)).toEqual([...own].sort());
  });

  test('is forwarded if the setting lists it, only in that spelling', () => {
    const names = [
      'Cf-Access-Jwt-Assertion',
      'cf_access_jwt_assertion',
      'Cf-Access-Authenticated-User-Email',
    ];
    expect(passed(names, ['cf-access-jwt-assertion'])).toEqual(['cf-access-jwt-assertion']);
  });
});

describe("a request that may come from another origin's page", () => {
  const from = (method: string, headers: Record<string, string>, trusted: readonly string[] = []) => {
    const url = new URL(`${gateway}/orders`);
    return isCrossOrigin(new Request(url, { method, headers }), url, trusted);
  };
  const neighbour = { 'Sec-Fetch-Site': 'same-site', Origin: 'https://blog.example.com' };

  test('is one that changes something, whatever its method', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPPATCH'])
      expect([method, from(method, neighbour)]).toEqual([method, true]);
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect([method, from(method, neighbour)]).toEqual([method, false]);
  });

  test.each([
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, true],
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }, true],
    [{ 'Sec-Fetch-Site': 'same-site' }, true],
    [{ Origin: 'https://blog.example.com' }, true],
    [{ Origin: 'http://shop.example.com' }, true],
    [{ Origin: 'https://shop.example.com:8443' }, true],
    [{ Origin: 'null' }, true],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: gateway }, false],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, false],
    [{ 'Sec-Fetch-Site': 'none' }, false],
    [{ Origin: gateway }, false],
    [{}, false],
  ] as [Record<string, string>, boolean][])('with %j: %s, and so is a WebSocket', (headers, expected) => {
    expect(from('POST', headers)).toBe(expected);
    expect(from('GET', { ...headers, Upgrade: 'websocket' })).toBe(expected);
    expect(from('GET', headers)).toBe(false);
  });

  test("isn't one if the setting trusts that origin, or all", () => {
    expect(from('POST', neighbour, ['https://blog.example.com'])).toBe(false);
    expect(from('POST', neighbour, ['https://www.example.com'])).toBe(true);
    expect(from('POST', { 'Sec-Fetch-Site': 'cross-site' }, ['https://blog.example.com'])).toBe(true);
    expect(from('POST', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }, ['*'])).toBe(false);
  });
});

describe('a CORS preflight', () => {
  const asked = { Origin: 'https://www.example.com', 'Access-Control-Request-Method': 'PUT' };
  const { Origin, ...anonymous } = asked;
  const streamed = { method: 'OPTIONS', body: new ReadableStream(), duplex: 'half' } as const;
  test.each([
    ['what CORS has', { method: 'OPTIONS', headers: asked }, true],
    ['another method', { method: 'GET', headers: asked }, false],
    ['a body', { method: 'OPTIONS', headers: asked, body: 'a=b' }, false],
    ['no origin', { method: 'OPTIONS', headers: anonymous }, false],
    ['no method that is asked for', { method: 'OPTIONS', headers: { Origin } }, false],
    ['a stream without a body', { ...streamed, headers: { ...asked, 'Content-Length': '0' } }, true],
    [
      'a transfer coding, which overrides the length',
      { ...streamed, headers: { ...asked, 'Content-Length': '0', 'Transfer-Encoding': 'chunked' } },
      false,
    ],
  ] as [string, RequestInit, boolean][])('with %s: %#', (_, init, expected) => {
    expect(isPreflight(new Request(gateway, init))).toBe(expected);
  });

  test('loses only identity headers', () => {
    const headers = { ...asked, Cookie: 'a=1', Authorization: 'Bearer x' };
    const passed = withoutCredentials(new Request(gateway, { method: 'OPTIONS', headers }));
    expect(passed.method).toBe('OPTIONS');
    expect([...passed.headers.keys()].sort()).toEqual(['access-control-request-method', 'origin']);
  });
});

describe('the cache headers of a response to a user', () => {
  const edge = 'cloudflare-cdn-cache-control';
  test.each([
    [{}, { 'cache-control': 'private, no-cache', [edge]: 'no-store' }],
    [
      { 'cache-control': 'public, max-age=60' },
      { 'cache-control': 'public, max-age=60', [edge]: 'no-store' },
    ],
    [{ expires: '0' }, { expires: '0', [edge]: 'no-store' }],
    [{ [edge]: 'max-age=60' }, { 'cache-control': 'private, no-cache', [edge]: 'no-store' }],
  ] as [Record<string, string>, object][])('become %j for %j', async (headers, expected) => {
    const answer = withPrivateCache(new Response('body', { status: 203, headers }));
    const { 'content-type': _, ...told } = Object.fromEntries(answer.headers);
    expect([answer.status, await answer.text(), told]).toEqual([203, 'body', expected]);
  });

  test('are unchanged for a 304 and a WebSocket', () => {
    const unchanged = new Response(null, { status: 304, headers: { ETag: '"1"' } });
    const opening = Object.assign(new Response(null), { webSocket: {} as WebSocket });
    for (const answer of [unchanged, opening]) expect(withPrivateCache(answer)).toBe(answer);
    expect([...unchanged.headers.keys()]).toEqual(['etag']);
  });
});
