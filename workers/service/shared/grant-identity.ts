import { fromBase64url, randomBytes, sha256, toBase64url } from '../../../packages/plid/crypto/bytes.ts';
import { decryptJwe, encryptJwe } from '../../../packages/plid/crypto/jwe.ts';
import type { Identity } from '../../../packages/plid/protocol/user-record.ts';

/**
 * The identity of a stored grant is encrypted with a random key that isn't stored. The sign-in's cookie contains
 * the key, then the code, then the access token. When these are gone, the stored text can't be decrypted, in
 * backups either.
 */

/**
 * @param scope of an OpenID Connect request: its code has room for half a key, from which the whole is derived.
 * @returns a new random key: Base64url of 32 bytes, or of 16.
 */
export const createIdentityKey = (scope?: string): string =>
  toBase64url(randomBytes(scope === undefined ? 32 : shortLength));
const shortLength = 16;

/** @param key from {@link createIdentityKey}. @returns a compact JWE (`dir`, A256GCM). */
export async function sealIdentity(key: string, identity: Identity): Promise<string> {
  return encryptJwe(await importIdentityKey(key), undefined, JSON.stringify(identity));
}

/** @throws {Error} if the text was encrypted with another key. */
export async function openIdentity(key: string, text: string): Promise<Identity> {
  const opened = await decryptJwe(await importIdentityKey(key), undefined, text);
  if (opened === undefined)
    throw new Error('The identity of a grant does not open with the key of its token');
  return JSON.parse(opened) as Identity;
}

async function importIdentityKey(key: string): Promise<CryptoKey> {
  const random = fromBase64url(key) ?? new Uint8Array();
  const bytes = random.length === shortLength ? await sha256(key) : random;
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
