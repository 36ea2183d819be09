import { describe, expect, test } from 'vitest';
import { BrowserSession, type Init, type Shown } from '../support/fixtures/browser-session.ts';
import * as party from '../support/fixtures/gateway-openid.ts';
import { challengeOf } from '../support/fixtures/grants.ts';
import {
  openIdUrl,
  readToken,
  registerRelyingParty,
  requestIdToken,
  signInAt,
} from '../support/fixtures/openid.ts';
import { people, returned } from '../support/fixtures/sign-in.ts';
import { useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';
import { useWorld } from '../support/world/use-world.ts';

/** A provider of OpenID Connect, as one of its relying parties sees it. */
interface Provider {
  document(): Promise<Record<string, unknown>>;
  fetch(address: string, init?: Init): Promise<Response>;
  /** A user signs in. @returns the page at the end. */
  signIn(query?: Record<string, string>): Promise<Shown>;
  /** An authorization request that is answered at once. */
  open(query: Record<string, string>): Promise<Shown>;
  exchange(fields: Record<string, string>, way?: string): Promise<Response>;
}

const service = useWorld({ half: 'service' });
const gateway = useGatewayWorld();
const discovery = '/.well-known/openid-configuration';

async function atService(fields: object = {}): Promise<Provider> {
  const application = await registerRelyingParty(service, fields);
  const { client_id, client_secret } = application;
  return {
    document: async () => (await service.fetch(`${service.service}${discovery}`)).json(),
    fetch: (address, init = {}) => service.fetch(address, init),
    signIn: (query = {}) => signInAt(service, application, people.hana, { query }),
    open: (query) => new BrowserSession(service).get(openIdUrl(service, application, query)),
    exchange: (form, way) =>
      way === 'client_secret_post'
        ? requestIdToken(service, application, { ...form, client_id, client_secret }, {})
        : requestIdToken(service, application, form),
  };
}

const atGateway = async (): Promise<Provider> => {
  const { client_id, client_secret } = party.books;
  return {
    document: async () => (await gateway.fetch(`${party.issuerOf(gateway)}${discovery}`)).json(),
    fetch: (address, init = {}) => gateway.fetch(address, init),
    signIn: (query) => party.logInAt(gateway, { query: query ?? {} }),
    open: (query) => new Visitor(gateway).get(party.authorizeUrl(gateway, query)),
    exchange: (form, way) =>
      way === 'client_secret_post'
        ? party.requestTokens(gateway, { ...form, client_id, client_secret }, party.books, {})
        : party.requestTokens(gateway, form),
  };
};

const codeIn = (end: Shown): string =>
  returned(end).code ?? end.document.querySelector('main input[name=code]')?.getAttribute('value') ?? '';
const errorIn = (end: Shown): string | undefined =>
  returned(end).error ?? end.document.querySelector('main input[name=error]')?.getAttribute('value');

describe.each([
  ['the service', atService],
  ['the gateway', atGateway],
] as const)('the discovery document of %s', (_, start) => {
  test('lists exactly the endpoints', async () => {
    const provider = await start();
    const document = await provider.document();
    const endpoints = Object.keys(document).filter((name) => /_(endpoint|uri)$/.test(name));
    expect(endpoints.filter((name) => name !== 'pushed_authorization_request_endpoint').toSorted()).toEqual([
      'authorization_endpoint',
      'end_session_endpoint',
      'jwks_uri',
      'token_endpoint',
      'userinfo_endpoint',
    ]);
    for (const name of endpoints) {
      const method = /token|pushed/.test(name) ? 'POST' : 'GET';
      const { status } = await provider.fetch(String(document[name]), { method, redirect: 'manual' });
      expect([404, 405, 500], `${name}: ${status}`).not.toContain(status);
    }
  });

  test('lists each working response mode, and others are rejected', async () => {
    const provider = await start();
    const { response_modes_supported } = await provider.document();
    expect(response_modes_supported).toEqual(['query', 'form_post']);
    for (const response_mode of response_modes_supported as string[]) {
      const code = codeIn(await provider.signIn({ response_mode }));
      expect((await provider.exchange({ code })).status, response_mode).toBe(200);
    }
    for (const response_mode of ['fragment', 'web_message', 'jwt', 'query.jwt', 'form_post.jwt'])
      expect(errorIn(await provider.open({ response_mode })), response_mode).toBe('invalid_request');
  });

  test('lists the only response type, and others are rejected', async () => {
    const provider = await start();
    expect((await provider.document()).response_types_supported).toEqual(['code']);
    for (const response_type of ['token', 'id_token', 'code id_token', 'none'])
      expect(errorIn(await provider.open({ response_type }))).toBe('unsupported_response_type');
  });

  test('lists the only grant type, and others are unsupported_grant_type', async () => {
    const provider = await start();
    expect((await provider.document()).grant_types_supported).toEqual(['authorization_code']);
    const code = codeIn(await provider.signIn());
    for (const grant_type of ['refresh_token', 'client_credentials', 'password', 'urn:x:y']) {
      const answer = await provider.exchange({ grant_type, code });
      const { error, message, error_description } = (await answer.json()) as Record<string, string>;
      expect([answer.status, error], grant_type).toEqual([400, 'unsupported_grant_type']);
      expect(error_description).toBe(message);
    }
    expect((await provider.exchange({ code })).status, 'nothing of it spends the code').toBe(200);
  });

  test('lists the working client authentication methods', async () => {
    const provider = await start();
    const { token_endpoint_auth_methods_supported: ways } = await provider.document();
    expect(ways).toEqual(['client_secret_basic', 'client_secret_post']);
    for (const way of ways as string[]) {
      const code = codeIn(await provider.signIn());
      expect((await provider.exchange({ code }, way)).status, way).toBe(200);
    }
  });

  test('lists the only code challenge method, and plain is rejected', async () => {
    const provider = await start();
    expect((await provider.document()).code_challenge_methods_supported).toEqual(['S256']);
    const code_verifier = 'v'.repeat(43);
    const challenge = { code_challenge: challengeOf(code_verifier), code_challenge_method: 'S256' };
    const code = codeIn(await provider.signIn(challenge));
    expect((await provider.exchange({ code, code_verifier })).status).toBe(200);
    const plain = { code_challenge: code_verifier, code_challenge_method: 'plain' };
    expect(errorIn(await provider.open(plain))).toBe('invalid_request');
  });

  test('denies request objects, by value and by reference, and they are rejected', async () => {
    const provider = await start();
    expect(await provider.document()).toMatchObject({
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    });
    expect(errorIn(await provider.open({ request: 'eyJ.eyJ.x' }))).toBe('request_not_supported');
    expect(errorIn(await provider.open({ request_uri: 'https://rp.example/r' }))).toBe(
      'request_uri_not_supported',
    );
  });

  test('denies the claims parameter, which has no effect', async () => {
    const provider = await start();
    expect((await provider.document()).claims_parameter_supported).toBe(false);
    const claims = JSON.stringify({ id_token: { name: { essential: true } } });
    const end = await provider.signIn({ scope: 'openid', claims });
    const { id_token } = (await (await provider.exchange({ code: codeIn(end) })).json()) as Record<
      string,
      string
    >;
    expect(readToken(id_token ?? '').claims).not.toHaveProperty('name');
  });

  test('lists the supported prompts, and others are rejected', async () => {
    const provider = await start();
    const { prompt_values_supported } = await provider.document();
    expect(prompt_values_supported).toEqual(['none', 'login', 'consent', 'select_account']);
    expect(errorIn(await provider.open({ prompt: 'none' }))).toBe('login_required');
    for (const prompt of ['login', 'consent', 'select_account'])
      expect(codeIn(await provider.signIn({ prompt })), prompt).not.toBe('');
    for (const prompt of ['create', 'none login'])
      expect(errorIn(await provider.open({ prompt })), prompt).toBe('invalid_request');
  });

  test('lists only granted scopes, and only claims that users have', async () => {
    const provider = await start();
    const { scopes_supported, claims_supported, ...document } = await provider.document();
    const scope = (scopes_supported as string[]).join(' ');
    const end = await provider.signIn({ scope: `${scope} address offline_access` });
    const tokens = (await (await provider.exchange({ code: codeIn(end) })).json()) as Record<string, string>;
    expect(tokens.scope).toBe(scope);
    expect(tokens).not.toHaveProperty('refresh_token');
    const { header, claims } = readToken(tokens.id_token ?? '');
    expect(document.id_token_signing_alg_values_supported).toContain(header.alg);
    expect(document.acr_values_supported).toContain(claims.acr);
    for (const claim of Object.keys(claims)) expect(claims_supported, claim).toContain(claim);
  });

  test('and its keys can be read by pages of every origin, without credentials', async () => {
    const provider = await start();
    const { jwks_uri, issuer, userinfo_endpoint } = await provider.document();
    const ofService = `${service.service}/.well-known`;
    const documents = [`${issuer}${discovery}`, jwks_uri];
    if (start === atService)
      documents.push(`${ofService}/oauth-authorization-server`, `${ofService}/jwks.json`);
    for (const address of documents) {
      const answer = await provider.fetch(String(address), { headers: { Origin: 'https://rp.example' } });
      expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')], String(address)).toEqual([
        200,
        '*',
      ]);
      expect(answer.headers.has('Access-Control-Allow-Credentials')).toBe(false);
    }
    const claims = await provider.fetch(String(userinfo_endpoint));
    expect(claims.headers.has('Access-Control-Allow-Origin')).toBe(false);
  });
});

test('each listed algorithm of the service signs for an OpenID Connect application', async () => {
  for (const openid of ['RS256', 'ES256']) {
    const provider = await atService({ openid });
    const code = codeIn(await provider.signIn());
    const { id_token } = (await (await provider.exchange({ code })).json()) as Record<string, string>;
    expect(readToken(id_token ?? '').header.alg).toBe(openid);
  }
});
