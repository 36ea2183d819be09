import { SignJWT } from 'jose';
import { utf8 } from '../../core/crypto/bytes.ts';
import { signedIdentityLifetime } from '../shared/gateway-lifetimes.ts';
import type { Session } from '../shared/gateway-values.ts';

interface Identity {
  /** The gateway's origin. */
  issuer: string;
  /** The application's origin: an identity that was signed for another application is none. */
  audience: string;
  /** Shared with the application. */
  key: string;
  /** In seconds since 1970. */
  now: number;
}

/**
 * Who sends a request, for the application: a JWT (HS256) with the plid as `sub` and the user record as `user`.
 * The signature distinguishes it from a header that was sent around the guard.
 */
export function signIdentity({ user }: Session, { issuer, audience, key, now }: Identity): Promise<string> {
  return new SignJWT({ user })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(user.plid)
    .setIssuedAt(now)
    .setExpirationTime(now + signedIdentityLifetime)
    .sign(utf8(key));
}
