/** `plid/identity`: who sends a request, as the guard in front of an application says it in the header `Plid-Identity`. */
import { utf8 } from '../crypto/bytes.ts';
import { readJwt, type UnverifiedJwt } from '../crypto/jwt.ts';
import { type LoginFacts, readLoginFacts } from '../protocol/login-facts.ts';
import type { Identity as Attributes, AutomaticLoginFlags, UserRecord } from '../protocol/user-record.ts';

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

/**
 * The reason not to believe a request. `missing`: it has no header, or two. `malformed`: no JWT as the guard makes them. `signature`: of another
 * key, or changed. `issuer`, `audience`: another `GATEWAY_ORIGIN` or `APPLICATION_URL` than those of the guard. `expired`: longer than a minute
 * ago. `early`: signed in the future, so that the clock of this machine is late.
 */
export type IdentityRefusal =
  | 'missing'
  | 'malformed'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'early';

/** The sender of a request. */
export interface Identity {
  /** The attributes that have a value; the others are left out. */
  user: Pick<UserRecord, 'plid'> & Attributes & AutomaticLoginFlags;
  /**
   * When and how they were last asked, for an application that is registered to hear it: `auth_time` (seconds since 1970), `amr` and `risk`. Undefined where the
   * guard says none of them.
   */
  login: LoginFacts | undefined;
  /** When the signature ends, in seconds since 1970: at most a minute from now. It is not the end of the session. */
  expires: number;
}

/** The value of the header `Plid-Identity`, as the web has it (null where there is none) or Node. */
export type IdentityHeader = string | readonly string[] | null | undefined;

/** The check of the header `Plid-Identity`. */
export interface IdentityVerifier {
  /**
   * The sender of a request; undefined for whatever an application must not believe: no header, two of them, another key, issuer or audience,
   * or a signature that has ended. Such a request has not come through the guard.
   */
  (header: IdentityHeader): Promise<Identity | undefined>;
  /** The reason not to believe a header, for a log; undefined where it is believed. It holds nothing of the header. */
  why(header: IdentityHeader): Promise<IdentityRefusal | undefined>;
}

/** The shortest key that is accepted, in characters: anybody could sign with an empty one. */
const minKeyLength = 32;
/** How long a signature of the guard holds, and how late the clock of this machine may be, in seconds. */
const maxLifetime = 60;
const clockTolerance = 60;
const hmac = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Makes the check of the header `Plid-Identity`.
 * @throws {TypeError} where a setting is missing, the key is too short, or the issuer ends with a slash.
 */
export function identityVerifier({
  key,
  issuer,
  audience,
  now = () => Date.now() / 1000,
}: IdentityOptions): IdentityVerifier {
  const texts = (key ?? '').split(',');
  if (texts.some((text) => text.length < minKeyLength))
    throw new TypeError(`key needs ${minKeyLength} characters at least: the IDENTITY_KEY of the guard`);
  if (!issuer || !audience)
    throw new TypeError('issuer and audience are needed: GATEWAY_ORIGIN and APPLICATION_URL');
  if (issuer.endsWith('/'))
    throw new TypeError(
      'issuer has a slash at its end: GATEWAY_ORIGIN has none, and nobody would be believed',
    );
  let keys: Promise<CryptoKey[]> | undefined;
  const verify = async (header: IdentityHeader): Promise<Identity | undefined> => {
    const checked = await check(header);
    if (typeof checked === 'string') return undefined;
    return { user: checked.user, login: readLoginFacts({ ...checked }), expires: checked.exp };
  };
  const why = async (header: IdentityHeader): Promise<IdentityRefusal | undefined> => {
    const checked = await check(header);
    return typeof checked === 'string' ? checked : undefined;
  };
  return Object.assign(verify, { why });

  async function check(header: IdentityHeader): Promise<Claims | IdentityRefusal> {
    const read = typeof header === 'string' && header !== '' ? readHeader(header) : 'missing';
    if (typeof read === 'string') return read;
    const { claims, ...jwt } = read;
    keys ??= Promise.all(texts.map(importKey));
    if (!(await isSigned(jwt, await keys))) return 'signature';
    if (claims.iss !== issuer) return 'issuer';
    if (claims.aud !== audience) return 'audience';
    if (claims.exp <= now()) return 'expired';
    return claims.iat > now() + clockTolerance ? 'early' : claims;
  }
}

/** The claims that the guard signs. */
interface Claims {
  iss: unknown;
  aud: unknown;
  /** In seconds since 1970. */
  iat: number;
  exp: number;
  user: Identity['user'];
}
type GuardJwt = Omit<UnverifiedJwt, 'claims'> & { claims: Claims };

/** Reads a JWT as the guard makes them. Its claims must not be believed before its signature was checked. */
function readHeader(text: string): GuardJwt | 'malformed' {
  try {
    const jwt = readJwt(text);
    const isOfGuard = isHeader(jwt.header) && isClaims(jwt.claims);
    return isOfGuard ? { ...jwt, claims: jwt.claims as Claims } : 'malformed';
  } catch {
    return 'malformed';
  }
}

/** `crit` names extensions that have to be understood (RFC 7515 §4.1.11), of which there is none here. */
const isHeader = (header: unknown): boolean =>
  isObject(header) && header.alg === 'HS256' && header.typ === 'JWT' && !('crit' in header);

function isClaims(claims: unknown): boolean {
  if (!isObject(claims) || !isObject(claims.user)) return false;
  const { iat, exp, sub, user } = claims;
  const isLifetime =
    typeof iat === 'number' && typeof exp === 'number' && exp > iat && exp <= iat + maxLifetime;
  return isLifetime && typeof sub === 'string' && (user as { plid?: unknown }).plid === sub;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const importKey = (text: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', utf8(text), hmac, false, ['verify']);

/** Compares in constant time, as WebCrypto does. */
async function isSigned(
  { content, signature }: Pick<UnverifiedJwt, 'content' | 'signature'>,
  keys: readonly CryptoKey[],
): Promise<boolean> {
  const checks = keys.map((key) => crypto.subtle.verify('HMAC', key, signature, utf8(content)));
  return (await Promise.all(checks)).includes(true);
}
