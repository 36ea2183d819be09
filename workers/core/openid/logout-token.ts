import { type OpenIdKey, signToken } from './openid-keys.ts';
import type { SigningAlgorithm } from './signing-algorithms.ts';

/**
 * The claims of a logout_token: the user whose sessions at a relying party all end (OpenID Connect Back-Channel
 * Logout 1.0 §2.4).
 */
export interface Logout {
  issuer: string;
  /** The `client_id`. */
  audience: string;
  subject: string;
  /** The same at every delivery attempt. */
  jti: string;
}

/** In seconds. At most two minutes (OpenID Connect Back-Channel Logout 1.0 §4). */
const logoutTokenLifetime = 120;

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Signs a logout_token with the first key pair. Its `typ` and claims differ from an id_token: it has no `nonce`.
 * @param now time of delivery, in seconds since 1970. @throws {Error} without a key.
 */
export const signLogoutToken = (
  keys: readonly OpenIdKey[],
  alg: SigningAlgorithm,
  { issuer, audience, subject, jti }: Logout,
  now: number,
): Promise<string> =>
  signToken(
    keys,
    { alg, typ: 'logout+jwt' },
    {
      ...{ iss: issuer, sub: subject, aud: audience, iat: now, exp: now + logoutTokenLifetime, jti },
      events: { [logoutEvent]: {} },
    },
  );
