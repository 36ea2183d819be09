import { halfOf } from '../../../tools/configuration/index.ts';
import { deriveProxyKey } from '../../../workers/gateway/features/forward-auth/proxy-key.ts';
import { contract, methods, patternOf } from '../../support/assertions/contract.ts';
import { consentTerms } from '../../support/requests/operator-requests.ts';
import { basic } from '../../support/requests/service-requests.ts';
import { listedWorkers } from '../../support/world/configurations.ts';
import { applications, gatewaySecrets, origins, serviceSecrets } from '../../support/world/test-settings.ts';
import type { Fixtures } from './fixtures.ts';

/** A good request to a path. */
export interface Target {
  half: 'service' | 'gateway' | 'sandbox';
  /** `*` stands for a part that is drawn. */
  path: string;
  method?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  type?: 'form' | 'json';
}

const { shop } = applications;
const proxyKey = await deriveProxyKey(gatewaySecrets.IDENTITY_KEY);
const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' };
const person = { name: '홍길동', phoneNo: '010-7100-0001', telcoCd: 'S' };
const application = {
  ...{ name: 'Books', redirect_uris: 'https://books.example.com/cb', attributes: 'ci' },
  ...consentTerms,
};

/** Every route of every worker with a good request: written below, or else as docs/openapi.yaml describes it. */
export function targets(fixtures: Fixtures): Target[] {
  const written = [
    ...stepsOfSignIn(fixtures),
    ...apiOfService(fixtures),
    ...administration(fixtures),
    ...routesOfGateway(fixtures),
    ...routesOfSandbox,
  ];
  return [...written, ...contractTargets(fixtures, written)];
}

/** Paths of the sandbox that only `plid sandbox` has. */
const ofEmulator = ['/sandbox/applications', '/sandbox/reset', '/sandbox/clock'];

interface Route {
  half: Target['half'];
  method: string;
  /** The path as docs/openapi.yaml writes it. */
  path: string;
}

/** Every route of the workers that are deployed. */
export const routes = listedWorkers.flatMap((worker) =>
  worker.routes.map((route): Route => {
    const [method = '', path = ''] = route.split(' ');
    return {
      half: halfOf(worker),
      method: method === 'ALL' ? 'GET' : method,
      path: path.replace(/:(\w+)\+?/g, '{$1}'),
    };
  }),
);

/** Every route of the sandbox. */
export const sandboxRoutes = Object.entries(contract.paths)
  .filter(([path]) => path.startsWith('/sandbox') && !ofEmulator.includes(path))
  .flatMap(([path, operations]) =>
    methods
      .filter((name) => name in operations)
      .map((name): Route => ({ half: 'sandbox', method: name.toUpperCase(), path })),
  );

/** Requests to the remaining routes, with the credentials that the contract names and its example of a body. */
export function contractTargets(
  fixtures: Fixtures,
  others: readonly Target[],
  asking: readonly Route[] = routes,
): Target[] {
  const credentials: Record<string, Record<string, string>> = {
    basic: { Authorization: basic(shop) },
    accessToken: { Authorization: `Bearer ${fixtures.access_token}` },
    session: { Cookie: fixtures.gatewayCookies },
    adminToken: operator,
    gatewayAdminToken: { Authorization: `Bearer ${gatewaySecrets.ADMIN_TOKEN}` },
    carrierToken: carrier,
    proxyKey: { 'Plid-Identity-Key': proxyKey, Cookie: fixtures.gatewayCookies },
  };
  const asked = others.map(({ half, method = 'GET', path }) => `${half} ${method} ${path}`);
  return asking.flatMap(({ half, method, path }): Target[] => {
    const pattern = new RegExp(`^${half} ${method} ${patternOf(path)}$`);
    if (asked.some((request) => pattern.test(request))) return [];
    const operation = contract.paths[path]?.[method.toLowerCase()];
    const [scheme = ''] = Object.keys(operation?.security?.[0] ?? {});
    const headers = { Origin: origins[half], ...credentials[scheme] };
    const { 'application/json': json, 'application/x-www-form-urlencoded': form } =
      operation?.requestBody?.content ?? {};
    // Requests are drawn from texts (random-requests.ts).
    const example: object = json?.example ?? form?.example ?? {};
    const fields = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]));
    const type = method === 'GET' ? {} : { type: json === undefined ? ('form' as const) : ('json' as const) };
    return [{ half, method, path: path.replace(/\{\w+\}/g, '*'), headers, fields, ...type }];
  });
}

function stepsOfSignIn({ flow, serviceCookies }: Fixtures): Target[] {
  const headers = { Cookie: serviceCookies, Origin: origins.service, 'Sec-Fetch-Site': 'same-origin' };
  const { client_id, redirect_uri } = shop;
  const step = (name: string, fields = {}, method = 'GET'): Target => {
    const type = method === 'POST' ? { type: 'form' as const } : {};
    return { half: 'service', path: `/oauth2/authorize${name}`, method, fields, headers, ...type };
  };
  return [
    step('', { response_type: 'code', client_id, redirect_uri, state: 's', ui_locales: 'ko', ...challenge }),
    step('', { response_type: 'code', client_id, redirect_uri, state: 's', prompt: 'login' }, 'POST'),
    step('/sign-in', { flow }),
    step('/sign-in', { flow, ...person }, 'POST'),
    step('/again', { flow }, 'POST'),
    step('/wait', { flow }),
    step('/status', { flow }),
    step('/consent', { flow }),
    step('/consent', { flow, autoLogin: 'Y' }, 'POST'),
    step('/language', { flow, page: 'wait', language: 'ko' }, 'POST'),
    step('/cancel', { flow }, 'POST'),
  ];
}

function apiOfService({ code, access_token, plid }: Fixtures): Target[] {
  const headers = { Authorization: basic(shop) };
  const form = { half: 'service', method: 'POST', type: 'form', headers } as const;
  return [
    { ...form, path: '/oauth2/token', fields: { grant_type: 'authorization_code', code, state: 's' } },
    { half: 'service', path: '/v1/user/me', headers: { Authorization: `Bearer ${access_token}` } },
    { ...form, path: '/v1/user/disconnect', fields: { plid } },
    { half: 'service', path: '/.well-known/oauth-authorization-server' },
    { half: 'service', path: '/*' },
  ];
}

const operator = { Authorization: `Bearer ${serviceSecrets.ADMIN_TOKEN}` };
const carrier = { Authorization: `Bearer ${serviceSecrets.CARRIER_TOKEN}` };
function administration({ client_id }: Fixtures): Target[] {
  const own = `/${client_id}`;
  const applications = ['', own, `${own}/secrets`, `${own}/secrets/*`, '/*', '/*/secrets/*'].flatMap(
    (name): Target[] => {
      const target = { half: 'service', path: `/admin/applications${name}`, headers: operator } as const;
      const json = { ...target, type: 'json', fields: application } as const;
      return [
        { ...target, fields: { cursor: '' } },
        { ...json, method: 'POST' },
        { ...json, method: 'PATCH' },
        // The one that exists must survive every request.
        ...(name.includes('*') ? [{ ...target, method: 'DELETE' }] : []),
      ];
    },
  );
  const subscribers = ['leave', 'automatic-logins', 'end-automatic-logins'].map((what): Target => {
    const fields = { phoneNo: '01071000001', client_id };
    const path = `/admin/subscribers/${what}`;
    return { half: 'service', path, method: 'POST', type: 'json', headers: carrier, fields };
  });
  return [...applications, ...subscribers];
}

function routesOfGateway({ code, state, session, gatewayCookies }: Fixtures): Target[] {
  const headers = { Cookie: gatewayCookies, Origin: origins.gateway };
  const claim = { grant_type: 'authorization_code', code, state, code_verifier: 'a'.repeat(43) };
  const route = (name: string, more: Partial<Target> = {}): Target => ({
    ...{ half: 'gateway', path: `/auth/${name}`, headers },
    ...more,
  });
  const json = { method: 'POST', type: 'json' } as const;
  const form = { method: 'POST', type: 'form' } as const;
  return [
    route('login', { fields: { return_to: '/cart', prompt: 'login' } }),
    route('login', { ...json, fields: { ...challenge, app_link: 'com.example.app:/in' } }),
    route('callback', { fields: { code, state } }),
    route('callback', { fields: { error: 'access_denied', message: 'no', state } }),
    route('session', { headers: { Authorization: `Bearer ${session}` } }),
    route('session', { ...json, fields: claim }),
    route('sessions'),
    route('healthz'),
    route('session/*'),
    route('token', { ...form, fields: claim }),
    route('user', { headers: { Authorization: `Bearer ${session}` } }),
    route('logout', { ...form, fields: { session: 'a'.repeat(16), return_to: '/' } }),
    route('disconnect', { ...form, headers: { Origin: origins.gateway }, fields: { return_to: '/' } }),
  ];
}

const phone = { ...person, phoneNo: '01071000001', gender: 'F', birthdate: '900101', foreign: 'L' };
const sandbox = (path: string, fields?: Record<string, string>, method = 'POST'): Target =>
  fields === undefined
    ? { half: 'sandbox', path: `/sandbox${path}` }
    : { half: 'sandbox', path: `/sandbox${path}`, method, fields, type: 'json' };
const routesOfSandbox: Target[] = [
  ...['', '/requests', '/subscribers', '/faults', '/wire', '/*', '/subscribers/*/automatic-logins'].map(
    (path) => sandbox(path),
  ),
  sandbox('/requests/*/approve', { match: '12' }),
  sandbox('/requests/*/deny', {}),
  sandbox('/subscribers', phone),
  sandbox('/subscribers/*/leave', {}),
  sandbox('/subscribers/*/register', {}),
  sandbox('/subscribers/*/end-automatic-logins', { client_id: shop.client_id }),
  sandbox('/faults', { endpoint: '/nowhere', kind: 'delay', count: '1' }),
  sandbox('/faults', { faults: '[]' }, 'PUT'),
  sandbox('/faults/clear', {}),
];

/** Discovery documents and public keys: they contain nothing about a user, and pages of every origin may read them. */
export const publicDocuments = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/jwks.json',
  '/.well-known/openid-configuration',
  '/oauth2/openid/jwks.json',
  '/auth/oidc/.well-known/openid-configuration',
  '/auth/oidc/jwks.json',
];
