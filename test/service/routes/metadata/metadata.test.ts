import { describe, expect, test } from 'vitest';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const path = '/.well-known/oauth-authorization-server';
const document = {
  issuer: 'https://login.example.com',
  authorization_endpoint: 'https://login.example.com/oauth2/authorize',
  pushed_authorization_request_endpoint: 'https://login.example.com/oauth2/par',
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
  test("lists the service's endpoints and their options", async () => {
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
  ])('is the same for any Host header: %j', async (headers) => {
    expect(await (await world.fetch(`${world.service}${path}`, { headers })).json()).toEqual(document);
  });

  test('is the same at another host routed to it', async () => {
    const answer = await world.harness.fetch('plid-service-metadata', `https://evil.example${path}`);
    expect(await answer.json()).toEqual(document);
  });
});

describe('security.txt (RFC 9116)', () => {
  const address = '/.well-known/security.txt';
  const withContact = useWorld({
    half: 'service',
    overrides: {
      'plid-service-metadata': { vars: { SECURITY_CONTACT: 'mailto:security@example.com, 2099-06-30' } },
    },
  });

  test('names the contact until its expiry', async () => {
    const answer = await withContact.fetch(`${withContact.service}${address}`);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toBe(
      'Contact: mailto:security@example.com\nExpires: 2099-06-30T23:59:59Z\nPreferred-Languages: ko, en\n' +
        `Canonical: https://login.example.com${address}\n`,
    );
    const end = Date.parse('2099-07-01T00:00:00Z') / 1000;
    await withContact.clock.advance(end - (await withContact.clock.now()));
    expect((await withContact.fetch(`${withContact.service}${address}`)).status).toBe(404);
  });

  test("is missing if the operator hasn't set it", async () => {
    expect((await world.fetch(`${world.service}${address}`)).status).toBe(404);
  });
});

describe('any other path of the host', () => {
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
    '/.well-known/webfinger',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%00',
    '/oauth2%2ftoken',
    '//login.example.com/oauth2/token',
  ])('%s returns 404 not_found', async (address) => {
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
