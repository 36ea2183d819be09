import { sha256, toBase64url } from '../core/crypto/bytes.ts';
import type { Claims } from './claims.ts';
import { type OpenIdKey, signToken } from './openid-keys.ts';
import type { SigningAlgorithm } from './signing-algorithms.ts';

/** The claims of an id_token about a login (OpenID Connect Core 1.0 §2). */
export interface Login {
  issuer: string;
  /** The `client_id`. */
  audience: string;
  subject: string;
  /** The session's id at this relying party (OpenID Connect Back-Channel Logout 1.0 §2.1). */
  sid?: string;
  /** From the authorization request. */
  nonce?: string;
  /** `auth_time` in seconds since 1970; omitted if unknown. */
  authTime?: number;
  amr?: string[];
  acr: string;
  /** The access token issued with the id_token. */
  accessToken: string;
  claims: Claims;
}

/** The lifetime of an id_token, in seconds. It gives the relying party enough time to start its session. */
const idTokenLifetime = 600;

/**
 * Signs an id_token with the first key pair. The `typ` of an id_token distinguishes the id_token from a Security
 * Event Token, and different keys sign Security Event Tokens. @param now in seconds since 1970. @throws {Error} if
 * there is no key.
 */
export async function signIdToken(
  keys: readonly OpenIdKey[],
  alg: SigningAlgorithm,
  { issuer, audience, subject, sid, nonce, authTime, amr, acr, accessToken, claims }: Login,
  now: number,
): Promise<string> {
  const digest = await sha256(accessToken);
  const token = {
    iss: issuer,
    sub: subject,
    aud: audience,
    exp: now + idTokenLifetime,
    iat: now,
    auth_time: authTime,
    nonce,
    acr,
    amr,
    sid,
    at_hash: toBase64url(digest.subarray(0, digest.length / 2)),
    ...claims,
  };
  return signToken(keys, { alg, typ: 'JWT' }, token);
}
