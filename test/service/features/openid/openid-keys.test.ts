import { describe, expect, test } from 'vitest';
import { readToken, registerRelyingParty, signInAt, tokensOf } from '../../../support/fixtures/openid.ts';
import { people } from '../../../support/fixtures/sign-in.ts';
import { administer, registerApplication } from '../../../support/requests/operator-requests.ts';
import { jsonOf } from '../../../support/requests/service-requests.ts';
import { origins, serviceSecrets } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';
import type { World } from '../../../support/world/world.ts';

const discovery = '/.well-known/openid-configuration';
const jwks = '/oauth2/openid/jwks.json';
const worldWith = (OPENID_KEY: string | undefined) =>
  useWorld({ half: 'service', overrides: { 'plid-service-signer': { secrets: { OPENID_KEY } } } });

const kidsOf = async (world: World) => {
  const { keys } = (await (await world.fetch(`${world.service}${jwks}`)).json()) as {
    keys: { kid: string }[];
  };
  return keys.map(({ kid }) => kid);
};

describe('the OpenID discovery document', () => {
  const world = useWorld({ half: 'service' });

  test('is complete, with URLs of the settings that respond', async () => {
    const answer = await world.fetch(`${world.service}${discovery}`, {
      headers: { 'X-Forwarded-Host': 'evil.example' },
    });
    const document = (await answer.json()) as Record<string, string>;
    expect(document).toMatchObject({
      issuer: origins.service,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'profile', 'phone', 'email'],
      request_uri_parameter_supported: false,
      authorization_response_iss_parameter_supported: true,
    });
    const endpoints = Object.keys(document).filter((name) => /_endpoint$|_uri$/.test(name));
    expect(endpoints).toHaveLength(6);
    for (const name of endpoints) {
      expect(document[name]).toMatch(new RegExp(`^${origins.service}/`));
      expect((await world.fetch(document[name] ?? '')).status, name).not.toBe(404);
    }
  });

  test('lists the claims of an id_token', async () => {
    const { claims_supported } = (await (await world.fetch(`${world.service}${discovery}`)).json()) as {
      claims_supported: string[];
    };
    const application = await registerRelyingParty(world);
    const end = await signInAt(world, application, people.hana, { query: { nonce: 'n' } });
    const { claims } = readToken((await tokensOf(world, application, end)).id_token);
    expect(claims_supported).toEqual(expect.arrayContaining(Object.keys(claims)));
  });
});

describe('a service without OPENID_KEY', () => {
  const world = worldWith(undefined);

  test('has no discovery document, and reports to an OpenID Connect application what is missing', async () => {
    for (const path of [discovery, jwks])
      expect((await world.fetch(`${world.service}${path}`)).status).toBe(404);
    const { client_id } = await registerApplication(world, { openid: '' });
    const response = await administer(world, 'PATCH', `/${client_id}`, { body: { openid: 'RS256' } });
    expect(response.status).toBe(400);
    expect((await jsonOf(response)).message).toBe(
      'OpenID Connect is not available because OPENID_KEY is not set. Deploy the service again to create the key.',
    );
    await expect(registerApplication(world, { openid: 'ES256' })).rejects.toThrow('OPENID_KEY');
    const { applications } = JSON.parse(await (await administer(world, 'GET', '-export')).text());
    const body = { ...applications[0], openid: 'RS256', replace: true };
    const imported = await administer(world, 'POST', '-import', { body });
    expect((await jsonOf(imported)).message).toContain('OPENID_KEY');
  });
});

describe('while OPENID_KEY is rotated', () => {
  const next = serviceSecrets.OPENID_KEY.replace('public:', 'next:');
  const world = worldWith(`${next},${serviceSecrets.OPENID_KEY}`);

  test('the first key pair signs, and all are published', async () => {
    expect(await kidsOf(world)).toEqual(['next-RS256', 'next-ES256', 'public-RS256', 'public-ES256']);
    for (const openid of ['RS256', 'ES256']) {
      const application = await registerRelyingParty(world, { openid });
      const { id_token } = await tokensOf(
        world,
        application,
        await signInAt(world, application, people.hana),
      );
      expect(readToken(id_token).header.kid).toBe(`next-${openid}`);
    }
  });
});
