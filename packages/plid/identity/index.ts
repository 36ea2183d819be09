/** `plid/identity`: who sends a request, as the guard in front of an application says it in the header `Plid-Identity`. */
import { utf8 } from '../crypto/bytes.ts';
import { readJwt, type UnverifiedJwt } from '../crypto/jwt.ts';
import { type LoginFacts, readLoginFacts } from '../protocol/login-facts.ts';
import type { Identity as Attributes, AutomaticLoginFlags } from '../protocol/user-record.ts';

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
  /** Called with the reason not to believe a request, for a log. The reason holds nothing of the header. */
  onRefused?: (reason: IdentityRefusal) => void;
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
  user: { plid: string } & Attributes & AutomaticLoginFlags;
  /**
   * When and how they were last asked, for an application that is registered to hear it: `auth_time` (seconds since 1970), `amr` and `risk`. Undefined where the
   * guard says none of them.
   */
  login: LoginFacts | undefined;
  /** When the signature ends, in seconds since 1970: at most a minute from now. It is not the end of the session. */
  expires: number;
}

/** The shortest key that is accepted, in characters: anybody could sign with an empty one. */
const minKeyLength = 32;
/** How long a signature of the guard holds, and how late the clock of this machine may be, in seconds. */
const maxLifetime = 60;
const clockTolerance = 60;
const hmac = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Makes the check of the header `Plid-Identity`.
 * @returns a function that takes the header's value, and returns undefined for whatever an application must not believe: no header, two
 *   of them, another key, issuer or audience, or a signature that has ended. Such a request has not come through the guard.
 * @throws {TypeError} where a setting is missing, the key is too short, or the issuer ends with a slash.
 */
export function identityVerifier({
  key,
  issuer,
  audience,
  now = () => Date.now() / 1000,
  onRefused,
}: IdentityOptions): (
  header: string | readonly string[] | null | undefined,
) => Promise<Identity | undefined> {
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
  return async (header) => {
    const jwt = typeof header === 'string' && header !== '' ? read(header) : 'missing';
    const checked = typeof jwt === 'string' ? jwt : await check(jwt);
    if (typeof checked !== 'string')
      return { user: checked.user, login: readLoginFacts({ ...checked }), expires: checked.exp };
    onRefused?.(checked);
    return undefined;
  };

  async function check({ claims, ...jwt }: GuardJwt): Promise<Claims | IdentityRefusal> {
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
function read(text: string): GuardJwt | 'malformed' {
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
