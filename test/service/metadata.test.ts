import { describe, expect, test } from 'vitest';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const path = '/.well-known/oauth-authorization-server';
const document = {
  issuer: 'https://login.example.com',
  authorization_endpoint: 'https://login.example.com/oauth2/authorize',
  token_endpoint: 'https://login.example.com/oauth2/token',
  jwks_uri: 'https://login.example.com/.well-known/jwks.json',
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  prompt_values_supported: ['none', 'login', 'select_account'],
  ui_locales_supported: ['ko', 'en'],
};

describe('the metadata document (RFC 8414)', () => {
  test('names the endpoints of the service and what they take', async () => {
    const response = await world.fetch(`${world.service}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(await response.json()).toEqual(document);
  });

  test.each([
    { 'X-Forwarded-Host': 'evil.example' },
    { 'X-Forwarded-Proto': 'http' },
    { Forwarded: 'host=evil.example;proto=http' },
    { 'X-Original-URL': 'https://evil.example/' },
  ])('says the same whatever a request says of its host: %j', async (headers) => {
    expect(await (await world.fetch(`${world.service}${path}`, { headers })).json()).toEqual(document);
  });

  test('says the same at another host that is routed to it', async () => {
    const answer = await world.harness.fetch('plid-service-metadata', `https://evil.example${path}`);
    expect(await answer.json()).toEqual(document);
  });
});

describe('every other address of the host', () => {
  test.each([
    '/',
    '/index.html',
    '/oauth2',
    '/v1',
    '/v1/user',
    '/v2/user/me',
    '/v1/user/me/',
    '/v1/user/medium',
    '/oauth2/token/',
    '/oauth2/tokens',
    '/OAUTH2/token',
    '/v1/user/disconnect/x',
    '/admin',
    `${path}/`,
    `${path}/x`,
    '/.well-known/openid-configuration',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%00',
    '/oauth2%2ftoken',
    '//login.example.com/oauth2/token',
  ])('%s is 404 not_found', async (address) => {
    for (const method of ['GET', 'POST']) {
      const response = await world.fetch(`${world.service}${address}`, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        error: 'not_found',
        message: 'The requested API address is invalid.',
      });
    }
  });
});
