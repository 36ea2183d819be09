import { describe, expect, test } from 'vitest';
import { Parameters } from '../../../../workers/core/protocol/parameters.ts';
import {
  readParty,
  readRequestedLogin,
} from '../../../../workers/gateway/features/openid/requested-login.ts';
import type { RelyingParty } from '../../../../workers/gateway/settings/relying-parties.ts';

const redirect_uri = 'https://books.example/callback';
const books = {
  id: 'books',
  redirect_uris: [redirect_uri, `${redirect_uri}/second`],
  scope: 'openid profile',
  pkce: 'optional',
} as unknown as RelyingParty;
const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' };

const queryOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const usual = { response_type: 'code', scope: 'openid profile phone' };
const read = (fields: Record<string, string>, party: Partial<RelyingParty> = {}) => {
  const query = queryOf({ ...usual, ...fields });
  return readRequestedLogin({ ...books, ...party }, query, new Parameters(query));
};
const fault = (reason: string, values: object) => expect.objectContaining({ reason, values });

describe('the relying party of a request', () => {
  const find = (fields: Record<string, string>) => readParty([books], new Parameters(queryOf(fields)));

  test('has one of its redirect URIs, character by character', () => {
    for (const uri of books.redirect_uris)
      expect(find({ client_id: 'books', redirect_uri: uri })).toEqual({ party: books, redirect_uri: uri });
    for (const uri of [
      `${redirect_uri}/`,
      `${redirect_uri}?x`,
      `${redirect_uri}/third`,
      redirect_uri.toUpperCase(),
    ])
      expect(() => find({ client_id: 'books', redirect_uri: uri })).toThrow(
        fault('unregistered_redirect', { value: uri }),
      );
  });

  test.each([
    ['missing_client', {}, {}],
    ['unknown_client', { client_id: 'others' }, {}],
    ['missing_item', { client_id: 'books' }, { item: 'redirect_uri' }],
  ])('is refused with %s', (reason, fields, values) => {
    expect(() => find(fields as Record<string, string>)).toThrow(fault(reason, values));
  });
});

describe('a request', () => {
  test('has the scopes that its relying party may request, and every option of the login', () => {
    expect(read({})).toEqual({ scope: 'openid profile' });
    expect(read({}, { scope: 'openid' })).toEqual({ scope: 'openid' });
    const options = { prompt: 'select_account', ui_locales: 'ko', nonce: 'n', max_age: '60' };
    expect(read({ ...options, ...challenge })).toEqual({
      ...{ scope: 'openid profile', prompt: 'select_account', ui_locales: 'ko', nonce: 'n', max_age: 60 },
      code_challenge: challenge.code_challenge,
    });
  });

  test('has at most 2,048 characters', () => {
    const length = queryOf({ ...usual, state: '' }).length;
    expect(read({ state: 's'.repeat(2_048 - length) })).toEqual({ scope: 'openid profile' });
    expect(() => read({ state: 's'.repeat(2_049 - length) })).toThrow(
      fault('too_long', { item: 'query', value: '2048' }),
    );
  });

  test.each([
    ['invalid_item', 'response_type', { response_type: 'token' }],
    ['invalid_item', 'request_uri', { request_uri: 'urn:x' }],
    ['invalid_item', 'scope', { scope: 'profile' }],
    ['invalid_item', 'prompt', { prompt: 'none login' }],
    ['invalid_item', 'code_challenge_method', { ...challenge, code_challenge_method: 'plain' }],
    ['missing_item', 'response_type', { response_type: '' }],
  ])('is refused with %s for %s', (reason, item, fields) => {
    expect(() => read(fields as Record<string, string>)).toThrow(fault(reason, { item }));
  });

  test('needs a challenge if its relying party does', () => {
    expect(() => read({}, { pkce: 'required' })).toThrow(fault('missing_item', { item: 'code_challenge' }));
    expect(read(challenge, { pkce: 'required' })).toMatchObject({ code_challenge: challenge.code_challenge });
  });
});
