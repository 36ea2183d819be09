import { sha256, toBase64url } from '../../../packages/plid/crypto/bytes.ts';
import type { Claims } from './claims.ts';
import { type OpenIdKey, signToken } from './openid-keys.ts';
import type { SigningAlgorithm } from './signing-algorithms.ts';

/** The claims of an id_token about a login (OpenID Connect Core 1.0 §2). */
export interface Login {
  issuer: string;
  /** The `client_id`. */
  audience: string;
  subject: string;
  /** As the request has it. */
  nonce?: string;
  /** When the person was asked, in seconds since 1970. Absent where nobody says it. */
  authTime?: number;
  amr?: string[];
  acr: string;
  /** That the id_token comes with. */
  accessToken: string;
  claims: Claims;
}

/** How long an id_token is good for the relying party to begin its session with, in seconds. */
const idTokenLifetime = 600;

/**
 * Signs an id_token, with the first pair of keys. Its `typ` tells it from an event, which has keys of its own besides.
 * @param now in seconds since 1970. @throws {Error} where there is no key.
 */
export async function signIdToken(
  keys: readonly OpenIdKey[],
  alg: SigningAlgorithm,
  { issuer, audience, subject, nonce, authTime, amr, acr, accessToken, claims }: Login,
  now: number,
): Promise<string> {
  const digest = await sha256(accessToken);
  const token = {
    ...{ iss: issuer, sub: subject, aud: audience, exp: now + idTokenLifetime, iat: now },
    ...{ auth_time: authTime, nonce, acr, amr, at_hash: toBase64url(digest.subarray(0, digest.length / 2)) },
    ...claims,
  };
  return signToken(keys, { alg, typ: 'JWT' }, token);
}
