import { fromBase64url, randomSecret } from '../../../packages/plid/crypto/bytes.ts';
import type { Identity } from '../../../packages/plid/protocol/user-record.ts';
import { decryptJwe, encryptJwe } from '../../core/crypto/jwe.ts';

/**
 * The identity of a grant at rest: sealed under a random key that is stored nowhere. The sign-in's cookie carries the key,
 * then the code, then the access token; when these are gone, what was stored is noise, in every backup as well.
 */

/** @returns a new random key: Base64url of 32 bytes. */
export const createIdentityKey = (): string => randomSecret();

/** @param key from {@link createIdentityKey}. @returns a compact JWE (`dir`, A256GCM). */
export async function sealIdentity(key: string, identity: Identity): Promise<string> {
  return encryptJwe(await importIdentityKey(key), undefined, JSON.stringify(identity));
}

/** @throws {Error} where the text was not sealed under this key. */
export async function openIdentity(key: string, text: string): Promise<Identity> {
  const opened = await decryptJwe(await importIdentityKey(key), undefined, text);
  if (opened === undefined)
    throw new Error('The identity of a grant does not open with the key of its token');
  return JSON.parse(opened) as Identity;
}

const importIdentityKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64url(key) ?? new Uint8Array(), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
