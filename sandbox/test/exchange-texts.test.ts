import { describe, expect, test } from 'vitest';
import { splitExchange } from '../api/exchanges.ts';
import { describeExchange } from '../exchanges/exchange.ts';

const service = 'https://login.example.com';

/** Describes a request and a response of the service. */
function exchange(
  [method, path, sent = '', headers = {}]: [string, string, string?, Record<string, string>?],
  response = Response.json({ code: '0000' }),
  received: string | undefined = '{"code":"0000"}',
) {
  const request = new Request(service + path, { method, headers });
  return describeExchange({ request, sent, response, received });
}
const callback = 'https://shop.example.com/callback?code=c&state=s';
const toCallback = () => new Response(null, { status: 302, headers: { Location: callback } });

test.each([
  ['GET', '/oauth2/authorize?state=s', 'authorize'],
  ['POST', '/oauth2/authorize', 'authorize'],
  ['POST', '/oauth2/token', 'token'],
  ['GET', '/v1/user/me', 'user'],
  ['POST', '/v1/user/disconnect', 'disconnect'],
  ['GET', '/oauth2/token', undefined],
  ['POST', '/v1/user/me', undefined],
  ['POST', '/oauth2/par', undefined],
  ['GET', '/account', undefined],
  ['POST', '/oauth2/authorize/consent', undefined],
])('%s %s is the step %s', (method, path, step) => {
  expect(exchange([method, path])?.step).toBe(step);
});

describe('a recorded exchange', () => {
  test('of a page of the sign-in is recorded if it leads to the application, without its form', () => {
    const recorded = exchange(['POST', '/oauth2/authorize/consent?flow=f', 'flow=f'], toCallback(), '');
    expect(recorded).toEqual({
      ...{ step: 'code', request: 'POST /oauth2/authorize/consent' },
      response: `302\nLocation: ${callback}`,
    });
    const within = new Response(null, {
      status: 303,
      headers: { Location: '/oauth2/authorize/wait?flow=f' },
    });
    expect(exchange(['POST', '/oauth2/authorize/sign-in', 'flow=f'], within, '')).toBeUndefined();
  });

  test('contains no client secret, wherever it was sent', () => {
    const secret = 'a-secret';
    const basic = `Basic ${btoa(`shop:${secret}`)}`;
    const all = [
      exchange(['POST', '/oauth2/token', `client_id=shop&client_secret=${secret}&code=c`]),
      exchange(['POST', '/oauth2/token', `client_secret=${secret}`]),
      exchange(['POST', '/oauth2/token', 'code=c', { Authorization: basic }]),
      exchange(['GET', `/oauth2/authorize?client_secret=${secret}&state=s`]),
      exchange(['GET', `/oauth2/authorize?state=s&client_secret=${secret}`]),
    ];
    expect(all.map((each) => each?.request)).toEqual([
      'POST /oauth2/token\n\nclient_id=shop&client_secret=••••••••&code=c',
      'POST /oauth2/token\n\nclient_secret=••••••••',
      'POST /oauth2/token\nAuthorization: Basic base64(shop:••••••••)\n\ncode=c',
      'GET /oauth2/authorize?client_secret=••••••••&state=s',
      'GET /oauth2/authorize?state=s&client_secret=••••••••',
    ]);
  });

  test('contains a body of JSON in lines, another body as it is, a page never, and a cut one as …', () => {
    const html = new Response('', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
    const get: [string, string] = ['GET', '/v1/user/me'];
    const texts = [
      exchange(get, Response.json({}), '{"a":{"b":1}}'),
      exchange(get, new Response(''), 'not json'),
      exchange(get, html, '<p>'),
      exchange(get, new Response('', { status: 201 }), ''),
    ].map((each) => each?.response);
    expect(texts).toEqual(['200\n\n{\n  "a": {\n    "b": 1\n  }\n}', '200\n\nnot json', '200', '201']);
    const request = new Request(`${service}/v1/user/me`);
    const cut = describeExchange({ request, sent: '', response: new Response(''), received: undefined });
    expect(cut?.response).toBe('200\n\n…');
  });

  test('is split into its parts for programs', () => {
    const sent = exchange(['POST', '/oauth2/token?x=1', 'code=c&state=%20s']);
    if (sent === undefined) throw new Error('not recorded');
    expect(splitExchange(sent)).toMatchObject({
      ...{ step: 'token', method: 'POST', path: '/oauth2/token', status: 200 },
      ...{ parameters: { x: '1', code: 'c', state: ' s' }, body: { code: '0000' } },
    });
    expect(splitExchange(sent)).not.toHaveProperty('location');
    const led = exchange(['POST', '/oauth2/authorize/consent'], toCallback(), '');
    if (led === undefined) throw new Error('not recorded');
    expect(splitExchange(led)).toMatchObject({ status: 302, location: callback });
    expect(splitExchange(led)).not.toHaveProperty('body');
  });
});
