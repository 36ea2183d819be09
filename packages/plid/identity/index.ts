/**
 * `plid/identity`: verifies the header `Plid-Identity`, with which the guard in front of an application identifies
 * the user.
 */
import { utf8 } from '../../../workers/core/crypto/bytes.ts';
import { readJwt, type UnverifiedJwt } from '../../../workers/core/crypto/jwt.ts';
import { weaknessOf } from '../../../workers/core/crypto/published-secrets.ts';
import { isLocalAddress } from '../../../workers/core/http/secure-address.ts';
import { type LoginFacts, readLoginFacts } from '../../../workers/core/protocol/login-facts.ts';
import type {
  Identity as Attributes,
  AutomaticLoginFlags,
  UserRecord,
} from '../../../workers/core/protocol/user-record.ts';

/** The settings that an application shares with the guard in front of it. */
export interface IdentityOptions {
  /**
   * The guard's `IDENTITY_KEY`: one key, or two keys separated by a comma during a rotation. Each key has at least
   * 32 characters.
   */
  key: string;
  /** The guard's `GATEWAY_ORIGIN`, such as `https://shop.example.com`. */
  issuer: string;
  /** The guard's `APPLICATION_URL`. */
  audience: string;
  /** The time in seconds since 1970. Default: the system clock. */
  now?: () => number;
}

/**
 * Why a request is rejected. `missing` means that the header is missing or repeated. `malformed` means that the
 * header isn't a JWT in the guard's format. `signature` means that the header was changed or was signed with
 * another key. `issuer` and `audience` mean that the value differs from the guard's `GATEWAY_ORIGIN` or
 * `APPLICATION_URL`. `expired` means that the header is older than a minute. `early` means that the header was
 * signed in the future, so this machine's clock is slow.
 */
export type IdentityRefusal =
  | 'missing'
  | 'malformed'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'early';

/** The user of a request. */
export interface Identity {
  /** The attributes that have a value. */
  user: Pick<UserRecord, 'plid'> & Attributes & AutomaticLoginFlags;
  /**
   * Time and method of the last approval, for an application that is registered for login facts: `auth_time`
   * (seconds since 1970), `amr`, and `risk`. Undefined if the guard sends none of them.
   */
  login: LoginFacts | undefined;
  /**
   * Expiry of the signature, in seconds since 1970. The time is at most a minute from now. The session may
   * continue after this time.
   */
  expires: number;
}

/** The value of the header `Plid-Identity`, as read from Web headers (null if missing) or from Node's headers. */
export type IdentityHeader = string | readonly string[] | null | undefined;

/** Verifies the header `Plid-Identity`. */
export interface IdentityVerifier {
  /**
   * Returns the user of a request. The result is undefined if the header is missing, repeated, or expired, was
   * signed with another key, or has another issuer or audience. Such a request didn't come through the guard.
   */
  (header: IdentityHeader): Promise<Identity | undefined>;
  /**
   * Returns why a header is rejected, for a log; undefined if it is valid. The reason contains nothing from the
   * header.
   */
  why(header: IdentityHeader): Promise<IdentityRefusal | undefined>;
}

/** Minimum length of a key, in characters. With an empty key, anyone could sign. */
const minKeyLength = 32;
/** Lifetime of the guard's signature, and tolerance for a slow clock, in seconds. */
const maxLifetime = 60;
const clockTolerance = 60;
const hmac = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Creates a verifier of the header `Plid-Identity`.
 * @throws {TypeError} if a setting is missing, the key is too short, published, or guessable, or the issuer ends with a slash.
 */
export function identityVerifier({
  key,
  issuer,
  audience,
  now = () => Date.now() / 1000,
}: IdentityOptions): IdentityVerifier {
  const texts = (key ?? '').split(',');
  if (texts.some((text) => text.length < minKeyLength))
    throw new TypeError(`key needs at least ${minKeyLength} characters. Use the IDENTITY_KEY of the guard`);
  if (!issuer || !audience)
    throw new TypeError('issuer and audience are required. Use GATEWAY_ORIGIN and APPLICATION_URL');
  if (issuer.endsWith('/'))
    throw new TypeError(
      'issuer must not end with a slash. GATEWAY_ORIGIN has no trailing slash, so every identity would be rejected',
    );
  const weakness = isLocalAddress(issuer) ? undefined : weaknessOf(key, texts);
  if (weakness !== undefined)
    throw new TypeError(
      `key ${weakness}, so attackers can sign as any user. Set another IDENTITY_KEY here and at the guard: openssl rand -hex 32`,
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

/** Parses a JWT of the guard. Don't trust its claims before verifying its signature. */
function readHeader(text: string): GuardJwt | 'malformed' {
  try {
    const jwt = readJwt(text);
    const isOfGuard = isHeader(jwt.header) && isClaims(jwt.claims);
    return isOfGuard ? { ...jwt, claims: jwt.claims as Claims } : 'malformed';
  } catch {
    return 'malformed';
  }
}

/** `crit` lists required extensions (RFC 7515 §4.1.11). None is supported. */
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

/** Whether one of the keys has signed the JWT. WebCrypto verifies the signature in constant time. */
async function isSigned(
  { content, signature }: Pick<UnverifiedJwt, 'content' | 'signature'>,
  keys: readonly CryptoKey[],
): Promise<boolean> {
  const checks = keys.map((key) => crypto.subtle.verify('HMAC', key, signature, utf8(content)));
  return (await Promise.all(checks)).includes(true);
}
