/** `plid/identity`: who sends a request, as the guard in front of an application says it in the header `Plid-Identity`. */
import { utf8 } from '../../workers/core/crypto/bytes.ts';
import { readJwt, type UnverifiedJwt } from '../../workers/core/crypto/jwt.ts';
import type { Identity as Attributes, AutomaticLoginFlags } from '../../workers/core/protocol/user-record.ts';

/** The settings that an application shares with its guard. */
export interface IdentityOptions {
  /** `IDENTITY_KEY` as the guard has it: one key, or two separated by a comma while it is rotated. 32 characters each at least. */
  key: string;
  /** `GATEWAY_ORIGIN` of the guard, such as `https://shop.example.com`. */
  issuer: string;
  /** `APPLICATION_URL` of the guard. */
  audience: string;
  /** The time, in seconds since 1970; that of this machine by default. */
  now?: () => number;
}

/** Who sends a request. */
export interface Identity {
  /** The attributes that are known; the others are left out. */
  user: { plid: string } & Attributes & AutomaticLoginFlags;
  /** When the signature ends, in seconds since 1970: at most a minute from now. It is not the end of the session. */
  expires: number;
}

/** The shortest key that is accepted, in characters: anybody could sign with an empty one. */
const minKeyLength = 32;
const hmac = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Makes the check of the header `Plid-Identity`.
 * @returns a function that takes the header's value, and returns undefined for whatever an application must not believe: no header, two
 *   of them, another key, issuer or audience, or a signature that has ended. Such a request has not come through the guard.
 * @throws {TypeError} where a setting is missing or the key is too short.
 */
export function identityVerifier({
  key,
  issuer,
  audience,
  now = () => Date.now() / 1000,
}: IdentityOptions): (
  header: string | readonly string[] | null | undefined,
) => Promise<Identity | undefined> {
  const texts = key.split(',');
  if (texts.some((text) => text.length < minKeyLength))
    throw new TypeError(`key needs ${minKeyLength} characters at least: the IDENTITY_KEY of the guard`);
  if (!issuer || !audience)
    throw new TypeError('issuer and audience are needed: GATEWAY_ORIGIN and APPLICATION_URL');
  let keys: Promise<CryptoKey[]> | undefined;
  return async (header) => {
    const jwt = typeof header === 'string' ? read(header) : undefined;
    if (jwt === undefined || (jwt.header as { alg?: unknown } | null)?.alg !== 'HS256') return undefined;
    keys ??= Promise.all(texts.map(importKey));
    if (!(await isSigned(jwt, await keys))) return undefined;
    const { iss, aud, exp = 0, sub, user } = jwt.claims as Partial<Claims>;
    const isMeant = iss === issuer && aud === audience && exp > now();
    return isMeant && user !== undefined && user.plid === sub ? { user, expires: exp } : undefined;
  };
}

/** What the guard signs. */
interface Claims {
  iss: string;
  aud: string;
  sub: string;
  exp: number;
  user: Identity['user'];
}

function read(text: string): UnverifiedJwt | undefined {
  try {
    return readJwt(text);
  } catch {
    return undefined;
  }
}

const importKey = (text: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', utf8(text), hmac, false, ['verify']);

/** Compares in constant time, as WebCrypto does. */
async function isSigned({ content, signature }: UnverifiedJwt, keys: readonly CryptoKey[]): Promise<boolean> {
  const checks = keys.map((key) => crypto.subtle.verify('HMAC', key, signature, utf8(content)));
  return (await Promise.all(checks)).includes(true);
}
