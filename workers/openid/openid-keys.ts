import * as v from 'valibot';
import { fromBase64 } from '../core/crypto/bytes.ts';
import { signJwt } from '../core/crypto/jwt.ts';
import { isP256Key, isRsaKey } from '../core/crypto/private-keys.ts';
import { secret } from '../core/worker/settings.ts';
import { type SigningAlgorithm, signingAlgorithms } from './signing-algorithms.ts';

/** The private keys that sign id_tokens and logout_tokens, one per algorithm. */
export interface OpenIdKey {
  /** Identifies both keys. */
  readonly id: string;
  /** PKCS #8. */
  readonly bytes: Readonly<Record<SigningAlgorithm, Uint8Array<ArrayBuffer>>>;
}

const advice =
  'needs id:rsa.ec with two private keys (PKCS #8 in Base64), a 2048-bit RSA key and a key on the curve P-256, such as o1:….…; several entries are ' +
  'separated by commas, the first signs; `npx plid-admin deploy` creates it';
const entry = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]+=*)\.([A-Za-z0-9+/]+=*)$/;

/**
 * The setting `OPENID_KEY`. The first key pair signs, and the public keys of all key pairs are published. If the
 * setting is missing, OpenID Connect is off.
 */
export const openIdKeySetting = v.optional(
  v.pipe(
    v.string(advice),
    v.rawTransform<string, readonly OpenIdKey[]>(({ dataset, addIssue, NEVER }) => {
      const keys = dataset.value.split(',').map(readKey);
      const found = keys.filter((key) => key !== undefined);
      if (new Set(found.map(({ id }) => id)).size === keys.length) return found;
      addIssue({ message: advice });
      return NEVER;
    }),
    v.metadata(secret('openid keys')),
  ),
);

function readKey(text: string): OpenIdKey | undefined {
  const [, id = '', rsa = '', ec = ''] = entry.exec(text) ?? [];
  const [RS256, ES256] = [fromBase64(rsa), fromBase64(ec)];
  if (RS256 === undefined || ES256 === undefined || !isRsaKey(RS256) || !isP256Key(ES256)) return undefined;
  return { id, bytes: { RS256, ES256 } };
}

/** Returns the `kid` with which a relying party finds the public key. */
export const kidOf = ({ id }: OpenIdKey, algorithm: SigningAlgorithm): string => `${id}-${algorithm}`;

const parameters = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
} as const;

const importKey = ({ bytes }: OpenIdKey, algorithm: SigningAlgorithm, extractable: boolean) =>
  crypto.subtle.importKey('pkcs8', bytes[algorithm], parameters[algorithm], extractable, ['sign']);

/** The private keys that this isolate has imported. */
const imported = new WeakMap<OpenIdKey, Map<SigningAlgorithm, Promise<CryptoKey>>>();

/** Returns the private key for one algorithm. */
function signingKey(key: OpenIdKey, algorithm: SigningAlgorithm): Promise<CryptoKey> {
  const keys = imported.get(key) ?? new Map<SigningAlgorithm, Promise<CryptoKey>>();
  const found = keys.get(algorithm) ?? importKey(key, algorithm, false);
  imported.set(key, keys.set(algorithm, found));
  return found;
}

/** Signs claims with the first key pair. @throws {Error} if there is no key. */
export async function signToken(
  [key]: readonly OpenIdKey[],
  { alg, typ }: { alg: SigningAlgorithm; typ: 'JWT' | 'logout+jwt' },
  claims: object,
): Promise<string> {
  if (key === undefined) throw new Error('There is no OpenID Connect signing key');
  return signJwt({ alg, typ, kid: kidOf(key, alg) }, claims, await signingKey(key, alg));
}

/** Returns the public key as a JWK. */
const exportPublic = async (key: OpenIdKey, algorithm: SigningAlgorithm): Promise<JsonWebKey> => {
  const { kty, n, e, crv, x, y } = (await crypto.subtle.exportKey(
    'jwk',
    await importKey(key, algorithm, true),
  )) as JsonWebKey;
  return (algorithm === 'RS256' ? { kty, n, e } : { kty, crv, x, y }) as JsonWebKey;
};

/** Parameters for verifying a signature. */
export const verificationParameters = {
  RS256: { name: 'RSASSA-PKCS1-v1_5' },
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
} as const;

/** Returns the public key that verifies signatures made with {@link signingKey}. */
export const verifyingKey = async (key: OpenIdKey, algorithm: SigningAlgorithm): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', await exportPublic(key, algorithm), parameters[algorithm], false, [
    'verify',
  ]);

/** Returns the public keys of all key pairs (RFC 7517 §5). */
export async function publicKeysOf(keys: readonly OpenIdKey[]): Promise<{ keys: object[] }> {
  const published = keys.flatMap((key) =>
    signingAlgorithms.map(async (alg) => ({
      ...(await exportPublic(key, alg)),
      kid: kidOf(key, alg),
      alg,
      use: 'sig',
    })),
  );
  return { keys: await Promise.all(published) };
}
