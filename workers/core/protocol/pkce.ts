import { sha256Base64url } from '../crypto/bytes.ts';
import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/** PKCE with the method S256 (RFC 7636). */

/** The format of a `code_challenge`, the Base64url encoding of a SHA-256. */
export const challengeFormat = /^[\w-]{43}$/;
/** A `code_verifier` (RFC 7636 §4.1). */
export const verifierFormat = /^[\w.~-]{43,128}$/;

/** Returns the challenge of a verifier. */
export const challengeOf = (code_verifier: string): Promise<string> => sha256Base64url(code_verifier);

/**
 * Compares a verifier with a challenge. The comparison need not take constant time, because knowing a challenge
 * doesn't help an attacker find its verifier. @throws {ProtocolError} `wrong_verifier` if the challenge belongs to
 * another verifier.
 */
export async function checkVerifier(code_verifier: string, code_challenge: string): Promise<void> {
  if ((await challengeOf(code_verifier)) !== code_challenge) throw new ProtocolError(refusals.wrong_verifier);
}
