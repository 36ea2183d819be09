import { beforeAll, describe, expect, test } from 'vitest';
import { identityVerifier } from '../../../../packages/plid/identity/index.ts';
import { forwardedRequest } from '../../../../workers/gateway/features/forward-auth/forwarded-request.ts';
import { deriveProxyKey } from '../../../../workers/gateway/features/forward-auth/proxy-key.ts';
import { person } from '../../../support/fakes/service-stand-in.ts';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import { gatewaySecrets } from '../../../support/world/test-settings.ts';

const world = useGatewayWorld({ vars: { TRUSTED_ORIGINS: 'https://www.example.com' } });
const proxyKey = await deriveProxyKey(gatewaySecrets.IDENTITY_KEY);
const proxy = { 'Plid-Identity-Key': proxyKey };
const page = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let visitor: Visitor;
beforeAll(async () => {
  visitor = new Visitor(world);
  await visitor.signIn();
});

/** A proxy asks about a request. @param headers those of the request, and what the proxy adds. */
const ask = (
  headers: Record<string, string>,
  { from = visitor, appended = '', query = '', method = 'GET' } = {},
) =>
  from.fetch(`${world.gateway}/auth/verify${appended}${query}`, {
    method,
    headers: { ...proxy, ...headers },
    redirect: 'manual',
    ...(['POST', 'PUT'].includes(method) && { body: 'the body' }),
  });
const nobody = () => new Visitor(world);
const told = ({ headers }: Response) =>
  ['Plid-Identity', 'X-Auth-Request-User'].map((name) => headers.get(name));
const identityOf = (answer: Response, audience = world.gateway) =>
  identityVerifier({ key: gatewaySecrets.IDENTITY_KEY, issuer: world.gateway, audience })(
    answer.headers.get('Plid-Identity'),
  );

describe('/auth/verify for a signed-in user', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'by %s returns the identity',
    async (method) => {
      const answer = await ask({ 'X-Forwarded-Method': 'GET' }, { method });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
      expect(answer.headers.has('X-Auth-Request-User')).toBe(false);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect((await identityOf(answer))?.user).toMatchObject({ plid: person.plid, ci: person.ci });
    },
  );

  test('with an application of its own returns an identity only for that one', async () => {
    const audience = 'https://intranet.example.com';
    const answer = await ask({}, { query: `?audience=${encodeURIComponent(audience)}` });
    expect((await identityOf(answer, audience))?.user.plid).toBe(person.plid);
    expect(await identityOf(answer)).toBeUndefined();
  });

  test.each(['intranet', 'https://a.example/path', ''])(
    'with the application %j is rejected',
    async (audience) => {
      const answer = await ask({}, { query: `?audience=${encodeURIComponent(audience)}` });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ reason: 'invalid_item' }),
      ]);
    },
  );

  test('returns no identity after a sign-out', async () => {
    const leaving = nobody();
    await leaving.signIn();
    expect((await ask({}, { from: leaving })).status).toBe(200);
    await leaving.fetch(`${world.gateway}/auth/logout`, {
      method: 'POST',
      headers: { Accept: 'application/json' },
    });
    const answer = await ask({}, { from: leaving });
    expect([answer.status, ...told(answer)]).toEqual([401, null, null]);
  });
});

describe('/auth/verify called by another caller than the proxy', () => {
  test.each<[string, Record<string, string>]>([
    ['without the key', {}],
    ['with an empty one', { 'Plid-Identity-Key': '' }],
    ['with another one', { 'Plid-Identity-Key': 'f'.repeat(64) }],
    ['with the beginning of it', { 'Plid-Identity-Key': proxyKey.slice(0, -1) }],
    ['with it twice', { 'Plid-Identity-Key': `${proxyKey},${proxyKey}` }],
    ['with it as a bearer token', { Authorization: `Bearer ${proxyKey}` }],
  ])('%s returns nothing, even with a valid session', async (_, headers) => {
    const answer = await visitor.fetch(`${world.gateway}/auth/verify`, { headers });
    expect(await answer.json()).toMatchObject({ reason: 'not_the_proxy' });
    expect([answer.status, ...told(answer)]).toEqual([403, null, null]);
  });
});

describe('/auth/verify without a session', () => {
  test('redirects a page to sign-in and back', async () => {
    const answer = await ask({ ...page, 'X-Forwarded-Uri': '/orders?page=2' }, { from: nobody() });
    expect(answer.status).toBe(302);
    const login = `${world.gateway}/auth/login?return_to=%2Forders%3Fpage%3D2&required=Y`;
    expect([answer.headers.get('Location'), ...told(answer)]).toEqual([login, null, null]);
    const other = { ...page, 'X-Original-URI': '/orders?page=2' };
    const inHeader = await ask(other, { from: nobody(), query: '?refuse=401' });
    expect([inHeader.status, inHeader.headers.get('Plid-Login')]).toEqual([401, login]);
  });

  test.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', '/%0d%0aSet-Cookie:x', '/a\tb'])(
    'never redirects back to %j',
    async (path) => {
      const forwarded = { ...page, 'X-Forwarded-Uri': path, 'X-Forwarded-Host': 'evil.example' };
      const { headers } = await ask(forwarded, { from: nobody() });
      const location = new URL(headers.get('Location') ?? '');
      expect(location.origin).toBe(world.gateway);
      const back = new URL(location.searchParams.get('return_to') ?? '', world.gateway);
      expect(back.origin).toBe(world.gateway);
    },
  );

  test.each<[string, Record<string, string>]>([
    ['a program', { Accept: 'application/json' }],
    ['a form', { ...page, 'X-Forwarded-Method': 'POST' }],
    ['a change', { ...page, 'X-Original-Method': 'DELETE' }],
    ['an unknown method', { ...page, 'X-Original-Method': 'PROPFIND' }],
  ])('returns 401 to %s', async (_, headers) => {
    const answer = await ask(headers, { from: nobody() });
    expect([answer.status, answer.headers.get('WWW-Authenticate'), ...told(answer)]).toEqual([
      401,
      'Bearer',
      null,
      null,
    ]);
  });
});

describe('/auth/verify with the path appended, as Envoy does', () => {
  test.each(['/', '/orders', '/orders/', '/orders/2/items', '//double', '/%2F', '/a.b:c;d'])(
    'returns the identity for %j',
    async (appended) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await ask({}, { appended, method });
        expect([answer.status, (await identityOf(answer))?.user.plid]).toEqual([200, person.plid]);
      }
    },
  );

  test('redirects to sign-in without a return to that path, whatever path a caller names', async () => {
    const asked = { from: nobody(), appended: '/orders/', query: '?page=2' };
    const answer = await ask({ ...page, 'X-Forwarded-Uri': '/evil' }, asked);
    const login = `${world.gateway}/auth/login?return_to=%2Forders%2F%3Fpage%3D2&required=Y`;
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, login]);
    expect((await ask(page, { ...asked, method: 'POST' })).status).toBe(401);
  });

  test('never redirects to another host', async () => {
    for (const appended of ['//evil.example/', '/\\evil.example', '/https://evil.example/']) {
      const answer = await ask(page, { from: nobody(), appended });
      const login = new URL(answer.headers.get('Location') ?? '');
      const back = new URL(login.searchParams.get('return_to') ?? '', world.gateway);
      expect([login.origin, back.origin], appended).toEqual([world.gateway, world.gateway]);
    }
  });

  test("ignores parameters in a caller's query", async () => {
    const query = '?audience=https%3A%2F%2Fevil.example&refuse=401';
    const answer = await ask({}, { appended: '/', query });
    expect((await identityOf(answer))?.user.plid).toBe(person.plid);
    expect((await ask(page, { from: nobody(), appended: '/', query })).status).toBe(302);
  });

  test('needs the key too', async () => {
    const answer = await visitor.fetch(`${world.gateway}/auth/verify/orders`);
    expect(await answer.json()).toMatchObject({ reason: 'not_the_proxy' });
  });
});

describe('/auth/verify for a page of another origin', () => {
  const form = {
    ...page,
    'X-Forwarded-Method': 'POST',
    Origin: 'https://evil.example',
    'Sec-Fetch-Site': 'cross-site',
  };

  test('is rejected with a cookie, whatever method the caller names', async () => {
    for (const more of [{}, { 'X-Original-Method': 'GET' }]) {
      const answer = await ask({ ...form, ...more });
      expect(await answer.json()).toMatchObject({ reason: 'cross_origin' });
      expect([answer.status, ...told(answer)]).toEqual([403, null, null]);
    }
  });

  test('is accepted from a trusted origin', async () => {
    expect((await ask({ ...form, Origin: 'https://www.example.com' })).status).toBe(200);
  });
});

describe('the original request of /auth/verify', () => {
  test.each<[Record<string, string>, string, string]>([
    [{}, 'GET', '/'],
    [{ 'X-Forwarded-Method': 'head', 'X-Forwarded-Uri': '/a' }, 'HEAD', '/a'],
    [{ 'X-Original-Method': 'DELETE', 'X-Original-URI': '/b?c' }, 'DELETE', '/b?c'],
    [{ 'X-Forwarded-Method': 'GET', 'X-Original-Method': 'POST' }, 'POST', '/'],
    [{ 'X-Forwarded-Method': 'TRACE' }, 'POST', '/'],
  ])('asked by GET with %j is %s %s', (headers, method, path) => {
    const { request: asked, path: found } = forwardedRequest(
      new Request('https://shop.example.com/', { headers }),
    );
    expect([asked.method, found]).toEqual([method, path]);
  });
});
