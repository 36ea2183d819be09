import { fromBase64url, randomBytes, sha256, toBase64url } from '../../core/crypto/bytes.ts';
import { decryptJwe, encryptJwe } from '../../core/crypto/jwe.ts';
import type { Identity } from '../../core/protocol/user-record.ts';

/**
 * The identity of a stored grant is encrypted with a random key that isn't stored. The key is first in the
 * sign-in's cookie, then in the code, then in the access token. After the cookie, code, and token are gone, the
 * stored identity can't be decrypted, not even in backups.
 */

/**
 * Creates a key for a grant's identity. @param scope the scope of an OpenID Connect request. The code of such a
 * request has room for only 16 bytes, from which the encryption key is derived.
 * @returns a new random key in Base64url. The key has 16 bytes if there is a scope, otherwise 32 bytes.
 */
export const createIdentityKey = (scope?: string): string =>
  toBase64url(randomBytes(scope === undefined ? 32 : shortLength));
const shortLength = 16;

/**
 * Encrypts an identity. @param key a key from {@link createIdentityKey}.
 * @returns a compact JWE (`dir`, A256GCM).
 */
export async function encryptGrantIdentity(key: string, identity: Identity): Promise<string> {
  return encryptJwe(await importIdentityKey(key), undefined, JSON.stringify(identity));
}

/** Decrypts an identity. @throws {Error} if the text was encrypted with another key. */
export async function decryptGrantIdentity(key: string, text: string): Promise<Identity> {
  const opened = await decryptJwe(await importIdentityKey(key), undefined, text);
  if (opened === undefined)
    throw new Error('The identity of a grant cannot be decrypted with the key of its token');
  return JSON.parse(opened) as Identity;
}

async function importIdentityKey(key: string): Promise<CryptoKey> {
  const random = fromBase64url(key) ?? new Uint8Array();
  const bytes = random.length === shortLength ? await sha256(key) : random;
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
