import type { Session } from '../../../packages/plid/gateway/session.ts';
import { utf8 } from '../../core/crypto/bytes.ts';
import { importHmacKey } from '../../core/crypto/hmac.ts';
import { signJwt } from '../../core/crypto/jwt.ts';
import { Memo } from '../../core/crypto/memo.ts';
import { signedIdentityLifetime } from '../settings/gateway-lifetimes.ts';

interface Identity {
  /** The gateway's origin. */
  issuer: string;
  /** The application's origin. An identity for another audience is invalid. */
  audience: string;
  /** Shared with the application. */
  key: string;
  /** In seconds since 1970. */
  now: number;
}

/**
 * Signs a JWT (HS256) that identifies the user to the application, with the plid as `sub` and the user record as
 * `user`. Because the JWT is signed, the application can reject a forged header in a request that bypassed the
 * guard.
 */
export async function signIdentity(
  { user, login }: Session,
  { issuer, audience, key, now }: Identity,
): Promise<string> {
  const lifetime = { iat: now, exp: now + signedIdentityLifetime };
  const claims = { user, ...login, iss: issuer, aud: audience, sub: user.plid, ...lifetime };
  return signJwt(
    { alg: 'HS256', typ: 'JWT' },
    claims,
    await imported.once(key, () => importHmacKey(utf8(key))),
  );
}

/** The imported key from the setting, cached. */
const imported = new Memo<string, Promise<CryptoKey>>(1);
