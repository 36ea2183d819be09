import { describe, expect, test } from 'vitest';
import { readChallenge } from '../../../workers/core/protocol/code-challenge.ts';
import {
  challengeFormat,
  challengeOf,
  checkVerifier,
  verifierFormat,
} from '../../../workers/core/protocol/pkce.ts';

/** Those of RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('only its verifier matches a challenge of RFC 7636', async () => {
  expect(await challengeOf(verifier)).toBe(challenge);
  await checkVerifier(verifier, challenge);
  for (const other of [challenge, verifier.toLowerCase(), `${verifier}k`])
    await expect(checkVerifier(other, challenge)).rejects.toMatchObject({
      reason: 'wrong_verifier',
      status: 400,
    });
});

describe('a code_challenge', () => {
  test.each([challenge, '-'.repeat(43), '_9Az'.padEnd(43, '0')])('may be %s', (text) => {
    expect(text).toMatch(challengeFormat);
  });

  test.each([
    '',
    challenge.slice(1),
    `${challenge}x`,
    `${challenge}=`,
    `+/${challenge.slice(2)}`,
    '~'.repeat(43),
  ])('is rejected: %j', (text) => {
    expect(text).not.toMatch(challengeFormat);
  });
});

describe('a code_verifier', () => {
  test.each([verifier, 'x'.repeat(128), '._~-'.padEnd(43, '0')])('may be %s', (text) => {
    expect(text).toMatch(verifierFormat);
  });

  test.each(['', verifier.slice(1), 'x'.repeat(129), `${verifier} `, `+/${verifier}`, '='.repeat(43)])(
    'is rejected: %j',
    (text) => {
      expect(text).not.toMatch(verifierFormat);
    },
  );
});

describe('the PKCE challenge of an authorization request', () => {
  const method = { code_challenge_method: 'S256' };
  const refused = (reason: string, item: string) => expect.objectContaining({ reason, values: { item } });

  test('is read, and optional unless the application requires it', () => {
    for (const pkce of ['optional', 'required', undefined] as const)
      expect(readChallenge({ code_challenge: challenge, ...method }, pkce)).toBe(challenge);
    expect(readChallenge({}, 'optional')).toBeUndefined();
    expect(readChallenge({}, undefined)).toBeUndefined();
  });

  test.each([
    ['a challenge that is needed', {}, 'required', 'missing_item', 'code_challenge'],
    ['that challenge, beside its method', method, 'required', 'missing_item', 'code_challenge'],
    ['a challenge, beside a method', method, 'optional', 'missing_item', 'code_challenge'],
    ['a method', { code_challenge: challenge }, 'optional', 'missing_item', 'code_challenge_method'],
  ] as const)('is rejected without %s', (_, given, pkce, reason, item) => {
    expect(() => readChallenge(given, pkce)).toThrow(refused(reason, item));
  });

  test.each([
    ['plain', { code_challenge: challenge, code_challenge_method: 'plain' }, 'code_challenge_method'],
    ['of another form', { code_challenge: `${challenge}=`, ...method }, 'code_challenge'],
  ])('is rejected if it is %s', (_, given, item) => {
    expect(() => readChallenge(given, 'optional')).toThrow(refused('invalid_item', item));
  });
});
