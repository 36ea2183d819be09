import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { identityVerifier } from '../../../../packages/plid/identity/index.ts';
import { deriveProxyKey } from '../../../../workers/gateway/features/forward-auth/proxy-key.ts';
import { person } from '../../../support/fakes/service-stand-in.ts';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import { gatewaySecrets } from '../../../support/world/test-settings.ts';
import { root } from '../../../support/world/test-workers.ts';

/** Neither proxy runs here: these tests send what its documentation and the example's configuration make of a request. */
const world = useGatewayWorld();
const key = await deriveProxyKey(gatewaySecrets.IDENTITY_KEY);
const configuration = (file: string) =>
  parse(
    readFileSync(`${root}/docs/examples/forward-auth/${file}`, 'utf8').replace(
      'the proxy key of the gateway',
      key,
    ),
  );

interface Asked {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
}
type Ask = (asked: Asked) => Promise<Response>;

/** The first value of a name anywhere in a configuration. */
function find(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (name in value) return (value as Record<string, unknown>)[name];
  return Object.values(value)
    .map((part) => find(part, name))
    .find((found) => found !== undefined);
}

/** `ext_authz` with `http_service`: the method of the request, its path behind `path_prefix`, and the headers of `allowed_headers`. */
function envoy(): Ask {
  const filter = find(configuration('envoy.yaml'), 'http_filters') as Record<string, unknown>[];
  const config = filter.find(({ name }) => name === 'envoy.filters.http.ext_authz');
  const patterns = (find(config, 'allowed_headers') as { patterns: { exact?: string; prefix?: string }[] })
    .patterns;
  const added = find(config, 'headers_to_add') as { key: string; value: string }[];
  const isAllowed = (name: string) =>
    ['host', 'authorization'].includes(name) ||
    patterns.some(({ exact, prefix }) => name === exact || (prefix && name.startsWith(prefix)));
  return ({ method, path, headers }) => {
    const allowed = Object.entries(headers).filter(([name]) => isAllowed(name.toLowerCase()));
    return world.fetch(`${world.gateway}${find(config, 'path_prefix')}${path}`, {
      method,
      headers: {
        ...Object.fromEntries(allowed),
        ...Object.fromEntries(added.map((one) => [one.key, one.value])),
      },
    });
  };
}

/** `forwardAuth`: GET, the headers of the request except hop-by-hop ones, and its own `X-Forwarded-…`. */
function traefik(trustForwardHeader?: boolean): Ask {
  const { middlewares } = configuration('traefik.yaml').http;
  const added = middlewares['plid-ask'].headers.customRequestHeaders;
  const { forwardAuth } = middlewares['plid-verify'];
  const isTrusted = trustForwardHeader ?? forwardAuth.trustForwardHeader;
  return ({ method, path, headers }) => {
    const { Connection: _, Upgrade: __, ...copied } = headers;
    const forwarded = { 'X-Forwarded-Method': method, 'X-Forwarded-Uri': path };
    return world.fetch(`${world.gateway}${new URL(forwardAuth.address).pathname}`, {
      headers: { ...(isTrusted ? { ...forwarded, ...copied } : { ...copied, ...forwarded }), ...added },
    });
  };
}

let cookie: string;
beforeAll(async () => {
  const visitor = new Visitor(world);
  await visitor.signIn();
  cookie = `__Host-plid-session=${visitor.secret}`;
});

describe.each<[string, () => Ask]>([
  ['Envoy', envoy],
  ['Traefik', traefik],
  ['Traefik that trusts headers of a caller', () => traefik(true)],
])('/auth/verify as called by %s', (_, make) => {
  const ask = make();
  const page = { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'ko' };
  const orders = { method: 'GET', path: '/orders?page=2' };
  const evil = { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'same-site' };

  test('returns the identity of a request with a session', async () => {
    const now = await world.clock.now();
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      const answer = await ask({ ...orders, method, headers: { ...page, Cookie: cookie } });
      const verify = identityVerifier({
        key: gatewaySecrets.IDENTITY_KEY,
        issuer: world.gateway,
        audience: world.gateway,
        now: () => now,
      });
      const identity = await verify(answer.headers.get('Plid-Identity'));
      expect([answer.status, identity?.user.plid]).toEqual([200, person.plid]);
      expect(answer.headers.has('X-Auth-Request-User')).toBe(false);
    }
  });

  test('redirects a page without a session to sign-in and back, and returns 401 otherwise', async () => {
    const answer = await ask({ ...orders, headers: page });
    const login = `${world.gateway}/auth/login?return_to=%2Forders%3Fpage%3D2&required=Y`;
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, login]);
    expect((await ask({ ...orders, headers: { Accept: 'application/json' } })).status).toBe(401);
    expect((await ask({ ...orders, method: 'POST', headers: page })).status).toBe(401);
  });

  test('returns 401 to a preflight, and to a request that claims to be one', async () => {
    const preflight = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' };
    const claims = [{}, { 'X-Forwarded-Method': 'OPTIONS' }, { 'X-Original-Method': 'OPTIONS' }];
    for (const method of ['GET', 'OPTIONS'])
      for (const claim of claims)
        expect((await ask({ ...orders, method, headers: { ...preflight, ...claim } })).status).toBe(401);
  });

  test("returns 403 to a form and a WebSocket of another host's page with the cookie", async () => {
    const sent = { ...evil, Cookie: cookie };
    const socket = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    expect((await ask({ ...orders, method: 'POST', headers: { ...sent, ...page } })).status).toBe(403);
    expect((await ask({ ...orders, headers: { ...sent, ...socket } })).status).toBe(403);
    const own = { ...socket, Cookie: cookie, Origin: world.gateway };
    expect((await ask({ ...orders, headers: own })).status).toBe(200);
  });
});

test('envoy.yaml verifies the gateway’s certificate and host name', () => {
  const context = find(configuration('envoy.yaml'), 'validation_context');
  expect(find(context, 'trusted_ca')).toEqual({ filename: '/etc/ssl/certs/ca-certificates.crt' });
  expect(find(context, 'match_typed_subject_alt_names')).toEqual([
    { san_type: 'DNS', matcher: { exact: 'shop.example.com' } },
  ]);
});
