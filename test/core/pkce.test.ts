import { describe, expect, test } from 'vitest';
import {
  challengeFormat,
  challengeOf,
  checkVerifier,
  verifierFormat,
} from '../../workers/core/protocol/pkce.ts';

/** Those of RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('a verifier has the challenge of RFC 7636, and no other verifier has it', async () => {
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
  ])('is not %j', (text) => {
    expect(text).not.toMatch(challengeFormat);
  });
});

describe('a code_verifier', () => {
  test.each([verifier, 'x'.repeat(128), '._~-'.padEnd(43, '0')])('may be %s', (text) => {
    expect(text).toMatch(verifierFormat);
  });

  test.each(['', verifier.slice(1), 'x'.repeat(129), `${verifier} `, `+/${verifier}`, '='.repeat(43)])(
    'is not %j',
    (text) => {
      expect(text).not.toMatch(verifierFormat);
    },
  );
});
