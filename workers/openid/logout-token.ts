import { type OpenIdKey, signToken } from './openid-keys.ts';
import type { SigningAlgorithm } from './signing-algorithms.ts';

/**
 * The claims of a logout_token (OpenID Connect Back-Channel Logout 1.0 §2.4). The token ends one session of a user
 * at a relying party or, without `sid`, all of them.
 */
export interface Logout {
  issuer: string;
  /** The `client_id`. */
  audience: string;
  subject: string;
  /** The session's id at the relying party, as in the id_token. */
  sid?: string;
  /** The token's id, which is the same at every delivery attempt. */
  jti: string;
}

/**
 * The lifetime of a logout_token, in seconds. It may be at most two minutes
 * (OpenID Connect Back-Channel Logout 1.0 §4).
 */
const logoutTokenLifetime = 120;

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Signs a logout_token with the first key pair. It differs from an id_token in its `typ` and claims, and has no
 * `nonce`. @param now time of delivery, in seconds since 1970. @throws {Error} if there is no key.
 */
export const signLogoutToken = (
  keys: readonly OpenIdKey[],
  alg: SigningAlgorithm,
  { issuer, audience, subject, sid, jti }: Logout,
  now: number,
): Promise<string> =>
  signToken(
    keys,
    { alg, typ: 'logout+jwt' },
    {
      iss: issuer,
      sub: subject,
      sid,
      aud: audience,
      iat: now,
      exp: now + logoutTokenLifetime,
      jti,
      events: { [logoutEvent]: {} },
    },
  );
