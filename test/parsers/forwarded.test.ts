import { describe, expect, test } from 'vitest';
import { cookiesOfApplication } from '../../workers/gateway/guard/application-cookies.ts';
import { isFromOtherOrigin } from '../../workers/gateway/guard/cross-origin.ts';
import { requestForApplication } from '../../workers/gateway/guard/request-for-application.ts';
import { forward } from '../../workers/gateway/shared/forward.ts';
import { answering } from '../support/doubles/answering.ts';

const gateway = 'https://shop.example.com';

describe('a request that is passed on to the application', () => {
  const passed = async (headers: Record<string, string>, init: RequestInit = {}) => {
    const sent = answering(() => new Response('from the application'));
    const request = new Request(`${gateway}/orders?page=2`, { headers, ...init });
    await forward(request, 'https://app.example.com', { 'Plid-Identity': 'signed' });
    return sent[0] as Request;
  };

  test('keeps its path, query, method, body and headers, and is not redirected', async () => {
    const request = await passed({ 'X-Own': 'y' }, { method: 'PUT', body: 'the body' });
    expect([request.url, request.method]).toEqual(['https://app.example.com/orders?page=2', 'PUT']);
    expect(await request.text()).toBe('the body');
    expect(request.redirect).toBe('manual');
    expect(request.headers.get('X-Own')).toBe('y');
    expect(request.headers.get('Plid-Identity')).toBe('signed');
  });

  test('says from where it came and where it went, and nobody else says so', async () => {
    const forged = [
      ...['Forwarded', 'Client-IP', 'True-Client-IP', 'Fastly-Client-IP', 'Remote-Addr', 'X-Real-IP'],
      ...[
        'X-Client-IP',
        'X-Cluster-Client-IP',
        'X-Remote-IP',
        'X-Remote-Addr',
        'X-Host',
        'X-HTTP-Host-Override',
      ],
      ...[
        'X-HTTP-Method',
        'X-HTTP-Method-Override',
        'X-Method-Override',
        'Plid',
        'Plid-User',
        'Plid_Identity',
      ],
      ...[
        'X-Forwarded',
        'X_Forwarded_Port',
        'X-Original-URL',
        'X-Rewrite-URL',
        'Remote_Addr',
        'CF_Ray',
        'X_Real_IP',
      ],
    ];
    const request = await passed({
      ...Object.fromEntries(forged.map((name) => [name, 'forged'])),
      ...{ 'X-Forwarded-For': 'forged', 'X-Forwarded-Host': 'forged', 'X-Forwarded-Proto': 'forged' },
      ...{
        'CF-Connecting-IP': '192.0.2.1',
        'CF-Ray': 'kept',
        Plidder: 'kept',
        'X-Forwardeds': 'kept',
        My_Own: 'kept',
        'My-Plid-User': 'kept',
      },
    });
    expect(Object.fromEntries(request.headers)).toEqual({
      ...{
        'cf-connecting-ip': '192.0.2.1',
        'cf-ray': 'kept',
        plidder: 'kept',
        'x-forwardeds': 'kept',
        my_own: 'kept',
        'my-plid-user': 'kept',
      },
      ...{
        'x-forwarded-for': '192.0.2.1',
        'x-forwarded-host': 'shop.example.com',
        'x-forwarded-proto': 'https',
      },
      'plid-identity': 'signed',
    });
    const unknown = await passed({});
    expect(unknown.headers.has('X-Forwarded-For')).toBe(false);
  });
});

describe('the cookies of a request behind the guard', () => {
  const cookiesOf = (Cookie: string) =>
    requestForApplication(new Request(gateway, { headers: { Cookie } }), []).headers.get('Cookie');

  test('are those of the application alone', () => {
    expect(cookiesOf('__Host-plid-session=x; a=1')).toBe('a=1');
    expect(cookiesOf('__Host-plid-session=x')).toBeNull();
  });

  test.each([
    // Nothing of ours: nothing changes, whatever it is.
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
    // Ours are cut out, and nothing else changes.
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
    // What another program would take for another name.
    ['\u2000a=1; b\u3000=2; c=\u3000', 'c=\u3000'],
    ['\u2000plid-session=x, a=1; b', 'a=1; b'],
    ['a b=1; c\td=2; e\u0007=3', 'a b=1; c\td=2'],
    // Bytes that are no UTF-8, shown as U+FFFD: in a name never, in a value where nothing is written anew.
    ['\ufffd__Host-x=1; b=1', 'b=1'],
    ['a=\ufffd; b=1; plid-session=x', 'b=1'],
  ])('of %j the application gets %j', (header, expected) => {
    expect(cookiesOfApplication(header)).toBe(expected);
  });
});

describe('headers in which other proxies say who sends a request', () => {
  const passed = (names: string[], trusted: readonly string[] = []) => {
    const headers = Object.fromEntries(names.map((name) => [name, 'somebody']));
    return [...requestForApplication(new Request(gateway, { headers }), trusted).headers.keys()];
  };

  test('do not pass, in whatever spelling', () => {
    const foreign = [
      ...['Remote-User', 'REMOTE_USER', 'Remote.Groups', 'X-Remote-User', 'X_Remote_Extra', 'X-Proxy-User'],
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

  test('are none that applications let their own pages send', () => {
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

  test('pass where the setting lists them, spelled as there alone', () => {
    const names = [
      'Cf-Access-Jwt-Assertion',
      'cf_access_jwt_assertion',
      'Cf-Access-Authenticated-User-Email',
    ];
    expect(passed(names, ['cf-access-jwt-assertion'])).toEqual(['cf-access-jwt-assertion']);
  });
});

describe('a request that a page of another origin may have sent', () => {
  const from = (method: string, headers: Record<string, string>, trusted: readonly string[] = []) => {
    const url = new URL(`${gateway}/orders`);
    return isFromOtherOrigin(new Request(url, { method, headers }), url, trusted);
  };
  const neighbour = { 'Sec-Fetch-Site': 'same-site', Origin: 'https://blog.example.com' };

  test('is one that changes something, whatever its method is called', () => {
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
  ] as [Record<string, string>, boolean][])('with %j: %s, and so a WebSocket', (headers, expected) => {
    expect(from('POST', headers)).toBe(expected);
    expect(from('GET', { ...headers, Upgrade: 'websocket' })).toBe(expected);
    expect(from('GET', headers)).toBe(false);
  });

  test('is none where the setting trusts that origin, or all', () => {
    expect(from('POST', neighbour, ['https://blog.example.com'])).toBe(false);
    expect(from('POST', neighbour, ['https://www.example.com'])).toBe(true);
    expect(from('POST', { 'Sec-Fetch-Site': 'cross-site' }, ['https://blog.example.com'])).toBe(true);
    expect(from('POST', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }, ['*'])).toBe(false);
  });
});

describe('an answer of the application', () => {
  const answered = async (headers: [string, string][], application = 'http://localhost:3000') => {
    answering(() => new Response('from the application', { status: 201, headers }));
    return forward(new Request(`${gateway}/orders`), application, {});
  };

  test.each([
    ['http://localhost:3000/orders/?a=b#c', 'https://shop.example.com/orders/?a=b#c'],
    ['https://localhost:3000/', 'https://shop.example.com/'],
    ['HTTP://LOCALHOST:3000', 'https://shop.example.com'],
    ['http://somebody@localhost:3000/x', 'https://shop.example.com/x'],
    ['//localhost:3000/x', 'https://shop.example.com/x'],
    ['\\\\localhost:3000\\x', 'https://shop.example.com\\x'],
    ['/orders', '/orders'],
    ['orders?next=http://localhost:3000/', 'orders?next=http://localhost:3000/'],
    ['http://localhost:3001/', 'http://localhost:3001/'],
    ['http://localhost/', 'http://localhost/'],
    ['http://localhost:3000.example.com/', 'http://localhost:3000.example.com/'],
    [
      'https://other.example.com/?to=http://localhost:3000/',
      'https://other.example.com/?to=http://localhost:3000/',
    ],
    ['com.example.app://localhost:3000/', 'com.example.app://localhost:3000/'],
    ['', ''],
  ])('that leads to %s leads to %s', async (sent, expected) => {
    for (const name of ['Location', 'Content-Location']) {
      const answer = await answered([[name, sent]]);
      expect([answer.status, answer.headers.get(name), await answer.text()]).toEqual([
        201,
        expected,
        'from the application',
      ]);
    }
  });

  test.each([
    ['0; url=http://localhost:3000/x', '0; url=https://shop.example.com/x'],
    ["5;URL='http://localhost:3000/x'", "5;URL='https://shop.example.com/x'"],
    ['5', '5'],
    ['5; url=/x', '5; url=/x'],
    ['5; url=https://other.example.com/', '5; url=https://other.example.com/'],
  ])('that refreshes with %s does so with %s', async (sent, expected) => {
    expect((await answered([['Refresh', sent]])).headers.get('Refresh')).toBe(expected);
  });

  test('names its host without TLS as well, as behind a proxy that ends it', async () => {
    const moved = await answered([['Location', 'http://origin.example.net/x']], 'https://origin.example.net');
    expect(moved.headers.get('Location')).toBe('https://shop.example.com/x');
  });

  test('sets a cookie for its own host at the gateway’s; the others stay as they are', async () => {
    const cookies = [
      'a=1; Path=/; Domain=origin.example.net; Secure',
      'b=origin.example.net;domain = .ORIGIN.example.net ;HttpOnly',
      'c=1; Domain=example.net',
      'd="x,y"; Domain=shop.example.com; Max-Age=0',
      'domain=origin.example.net',
    ];
    const set = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]);
    expect((await answered(set, 'https://origin.example.net')).headers.getSetCookie()).toEqual([
      'a=1; Path=/; Secure',
      'b=origin.example.net;HttpOnly',
      ...cookies.slice(2),
    ]);
    expect((await answered(set, gateway)).headers.getSetCookie()).toEqual(cookies);
  });
});
