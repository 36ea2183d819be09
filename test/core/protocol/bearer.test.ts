import { describe, expect, test } from 'vitest';
import { bearerToken, readBearer, requireBearer } from '../../../workers/core/protocol/bearer.ts';
import { badCredentialsError } from '../../../workers/core/protocol/credentials.ts';

const url = 'https://login.example.com/userinfo';
const requestWith = (authorization?: string, fields?: Record<string, string>) =>
  new Request(url, {
    ...(authorization !== undefined && { headers: { Authorization: authorization } }),
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });

test.each([
  ['Bearer a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
  ['bearer  abc', 'abc'],
  ['Basic abc', undefined],
  ['Bearer', undefined],
  ['Bearer a b', undefined],
  ['Bearer a=b', undefined],
  [undefined, undefined],
])('Authorization: %s contains the token %s', (authorization, token) => {
  expect(bearerToken(requestWith(authorization))).toBe(token);
});

describe('a request for claims', () => {
  test('has its token in the header or in the form', async () => {
    expect(await requireBearer(requestWith('Bearer abc'))).toBe('abc');
    expect(await requireBearer(requestWith(undefined, { access_token: 'abc' }))).toBe('abc');
    expect(await requireBearer(requestWith('Bearer abc', { more: 'x' }))).toBe('abc');
  });

  test.each(['abc', 'other'])('with a token in both is refused, even with the same one: %s', async (form) => {
    const both = requireBearer(requestWith('Bearer abc', { access_token: form }));
    await expect(both).rejects.toMatchObject({ reason: 'invalid_item', values: { item: 'access_token' } });
  });
});

test.each([
  ['no token of a request for claims', () => requireBearer(requestWith()), 'Bearer'],
  ['a malformed token', async () => readBearer(requestWith('Bearer a b')), 'Bearer error="invalid_token"'],
  [
    'wrong client credentials',
    () => Promise.reject(badCredentialsError()),
    'Basic realm="plid", charset="UTF-8"',
  ],
])('%s is answered with a challenge', async (_, read, challenge) => {
  await expect(read()).rejects.toMatchObject({ status: 401, headers: { 'WWW-Authenticate': challenge } });
});
