import { describe, expect, test } from 'vitest';
import { discoveryDocument } from '../../workers/openid/discovery.ts';
import { openIdParameterNames, readOpenIdRequest } from '../../workers/openid/openid-request.ts';
import { attributesForScope, readScope } from '../../workers/openid/scopes.ts';

describe('an OpenID Connect request', () => {
  test.each<[Parameters<typeof readOpenIdRequest>[0], object]>([
    [{}, {}],
    [{ nonce: '한'.repeat(512) }, { nonce: '한'.repeat(512) }],
    [{ nonce: '' }, { nonce: '' }],
    [{ max_age: '0' }, { max_age: 0 }],
    [{ max_age: '999999999' }, { max_age: 999_999_999 }],
    [{ response_mode: 'query' }, {}],
    [{ response_mode: 'form_post' }, { formPost: true }],
    [{ id_token_hint: 'a'.repeat(3_000) }, { id_token_hint: 'a'.repeat(3_000) }],
    [{ acr_values: 'urn:plid:phone' }, { requiresPhone: true }],
    [{ acr_values: ' urn:plid:phone  urn:plid:phone' }, { requiresPhone: true }],
    [{ acr_values: 'urn:plid:phone 0' }, {}],
    [{ acr_values: '0 urn:plid:phone' }, {}],
    [{ acr_values: '1' }, {}],
    [{ acr_values: ' ' }, {}],
  ])('with %j is read as %j', (given, read) => {
    expect(readOpenIdRequest(given)).toEqual(read);
  });

  const wrong: [(typeof openIdParameterNames)[number], string][] = [
    ['request', 'a.b.c'],
    ['response_mode', 'fragment'],
    ['nonce', 'n'.repeat(513)],
    ['max_age', '-1'],
    ['max_age', '1.5'],
    ['max_age', '1000000000'],
    ['id_token_hint', 'a'.repeat(3_001)],
    ['id_token_hint', 'a b'],
    ['id_token_hint', ''],
  ];
  test.each(wrong)('with the %s %s is refused, and the message names the parameter', (item, value) => {
    const refusal = expect.objectContaining({ reason: 'invalid_item', values: { item } });
    expect(() => readOpenIdRequest({ [item]: value })).toThrow(refusal);
  });

  test('is refused for each of its parameters except acr_values, which is voluntary', () => {
    const refused = new Set(wrong.map(([item]) => item));
    expect(openIdParameterNames.filter((name) => !refused.has(name))).toEqual(['acr_values']);
  });
});

describe('the scopes of a request', () => {
  test.each([
    ['openid', 'openid'],
    ['phone openid', 'openid phone'],
    ['email profile offline_access openid', 'openid profile email'],
    ['profile', undefined],
    ['openid2', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s are read as %s', (list, scope) => {
    expect(readScope(list)).toBe(scope);
  });

  test.each([
    [undefined, ['ci', 'phoneNo', 'name', 'gender', 'agegroup', 'birthdate']],
    ['openid', []],
    ['openid profile', ['name', 'gender', 'agegroup', 'birthdate']],
    ['openid phone', ['phoneNo']],
    ['openid email', []],
  ])('%s need these of the given attributes: %j', (scope, needed) => {
    const given = ['ci', 'phoneNo', 'name', 'gender', 'agegroup', 'birthdate'] as const;
    expect(attributesForScope(scope, given)).toEqual(needed);
  });
});

test('the discovery document states all that the specification lets a relying party ask for', () => {
  const issuer = 'https://login.example.com';
  const paths = { token_endpoint: '/oauth2/openid/token', jwks_uri: '/.well-known/jwks.json' };
  const document = discoveryDocument(issuer, paths);
  expect(document).toEqual({
    issuer,
    token_endpoint: `${issuer}/oauth2/openid/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'profile', 'phone', 'email'],
    claims_supported: [
      ...['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr', 'at_hash'],
      ...['name', 'gender', 'birthdate', 'phone_number', 'phone_number_verified', 'email', 'email_verified'],
    ],
    claim_types_supported: ['normal'],
    acr_values_supported: ['urn:plid:phone', '0'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    ui_locales_supported: ['ko', 'en'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  });
  const pairwise = discoveryDocument(issuer, paths, { subject: 'pairwise', claims: ['ci'] });
  expect(pairwise).toEqual({
    ...document,
    subject_types_supported: ['pairwise'],
    claims_supported: [...document.claims_supported, 'ci'],
  });
});
