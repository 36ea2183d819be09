import { describe, expect, test } from 'vitest';
import { forward } from '../../../workers/gateway/application/forward.ts';
import { rewriteInternalOrigin } from '../../../workers/gateway/application/rewrite-internal-origin.ts';
import { answering } from '../support/fake-service-response.ts';

const gateway = 'https://shop.example.com';

describe('a request forwarded to the application', () => {
  const passed = async (headers: Record<string, string>, init: RequestInit = {}) => {
    const sent = answering(() => new Response('from the application'));
    const request = new Request(`${gateway}/orders?page=2`, { headers, ...init });
    await forward(request, 'https://app.example.com', { 'Plid-Identity': 'signed' });
    return sent[0] as Request;
  };

  test("keeps path, query, method, body, and headers, and redirects aren't followed", async () => {
    const request = await passed({ 'X-Own': 'y' }, { method: 'PUT', body: 'the body' });
    expect([request.url, request.method]).toEqual(['https://app.example.com/orders?page=2', 'PUT']);
    expect(await request.text()).toBe('the body');
    expect(request.redirect).toBe('manual');
    expect(request.headers.get('X-Own')).toBe('y');
    expect(request.headers.get('Plid-Identity')).toBe('signed');
  });

  test.each(['/orders?', '/orders', '/a%2Fb?x=%20+&y', '/?', '//a/b'])(
    'keeps the URL %s as it is',
    async (path) => {
      const sent = answering(() => new Response(null));
      await forward(new Request(`${gateway}${path}`), 'https://app.example.com', {});
      expect(sent[0]?.url).toBe(`https://app.example.com${path}`);
    },
  );

  test('has X-Forwarded headers of the gateway, not of the caller', async () => {
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
      'X-Forwarded-For': 'forged',
      'X-Forwarded-Host': 'forged',
      'X-Forwarded-Proto': 'forged',
      'CF-Connecting-IP': '192.0.2.1',
      'CF-Ray': 'kept',
      Plidder: 'kept',
      'X-Forwardeds': 'kept',
      My_Own: 'kept',
      'My-Plid-User': 'kept',
    });
    expect(Object.fromEntries(request.headers)).toEqual({
      'cf-connecting-ip': '192.0.2.1',
      'cf-ray': 'kept',
      plidder: 'kept',
      'x-forwardeds': 'kept',
      my_own: 'kept',
      'my-plid-user': 'kept',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-host': 'shop.example.com',
      'x-forwarded-proto': 'https',
      'plid-identity': 'signed',
    });
    const unknown = await passed({});
    expect(unknown.headers.has('X-Forwarded-For')).toBe(false);
  });
});

describe('a response of the application', () => {
  const answered = async (headers: [string, string][], application = 'http://localhost:3000') => {
    answering(() => new Response('from the application', { status: 201, headers }));
    return forward(new Request(`${gateway}/orders`), application, {});
  };

  test('without its own address is forwarded unchanged', () => {
    const headers = new Headers({ Location: '/orders', Refresh: '5' });
    for (const cookie of ['a=1; Domain=example.com', 'b=2']) headers.append('Set-Cookie', cookie);
    for (const answer of [new Response('', { headers }), new Response('')])
      expect(rewriteInternalOrigin(answer, new URL('http://localhost:3000'), new URL(gateway))).toBe(answer);
  });

  test('that opens a WebSocket is unchanged', () => {
    const opening = Object.assign(new Response(null, { headers: { Location: 'http://localhost:3000/' } }), {
      webSocket: {} as WebSocket,
    });
    expect(rewriteInternalOrigin(opening, new URL('http://localhost:3000'), new URL(gateway))).toBe(opening);
  });

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
  ])('that redirects to %s redirects to %s', async (sent, expected) => {
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
    ['10.5 , URL = "http://localhost:3000/x"', '10.5 , URL = "https://shop.example.com/x"'],
    ['10;http://localhost:3000/x', '10;https://shop.example.com/x'],
    ['x5; url=http://localhost:3000/x', 'x5; url=http://localhost:3000/x'],
    ['5x; url=http://localhost:3000/x', '5x; url=http://localhost:3000/x'],
    ['5; url-=http://localhost:3000/x', '5; url-=http://localhost:3000/x'],
    ['5', '5'],
    ['5; url=/x', '5; url=/x'],
    ['5; url=https://other.example.com/', '5; url=https://other.example.com/'],
  ])('that refreshes with %s refreshes with %s', async (sent, expected) => {
    expect((await answered([['Refresh', sent]])).headers.get('Refresh')).toBe(expected);
  });

  test('with its host without TLS is rewritten too', async () => {
    const moved = await answered([['Location', 'http://origin.example.net/x']], 'https://origin.example.net');
    expect(moved.headers.get('Location')).toBe('https://shop.example.com/x');
  });

  test("sets cookies for its host at the gateway's, and others unchanged", async () => {
    const cookies = [
      'a=1; Path=/; Domain=origin.example.net; Secure',
      'b=origin.example.net;domain = .ORIGIN.example.net ;HttpOnly',
      'c=1; Domain=example.net',
      'd="x,y"; Domain=shop.example.com; Max-Age=0',
      'domain=origin.example.net',
      'e=1; x-domain=origin.example.net; Domain',
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
