import { expect, test } from 'vitest';
import { prefers } from '../../../workers/core/protocol/prefer-header.ts';
import { readSignInName } from '../../../workers/core/protocol/sign-in-header.ts';

test.each([
  ['automatic_login', true],
  ['respond-async, automatic_login', true],
  ['Automatic_Login', true],
  ['automatic_login; foo=bar', true],
  [' automatic_login ;x, other', true],
  ['automatic_logins', false],
  ['other; automatic_login', false],
  ['', false],
  [undefined, false],
])('the header Prefer: %s asks for the automatic login: %s', (value, expected) => {
  const headers = value === undefined ? {} : { Prefer: value };
  const request = new Request('https://login.example.com/oauth2/token', { headers });
  expect(prefers(request, 'automatic_login')).toBe(expected);
});

test.each([
  ['AbC-_fGhIjK', 'AbC-_fGhIjK'],
  ['AbCdEfGhIj', undefined],
  ['AbCdEfGhIjKl', undefined],
  ['AbCdEfGhIj!', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('the name of a sign-in in %j is %j', (sent, name) => {
  expect(readSignInName(sent)).toBe(name);
});
