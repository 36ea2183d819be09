import { CompactEncrypt, compactDecrypt } from 'jose';
import { fromBase64url, randomSecret, utf8 } from '../../core/crypto/bytes.ts';
import type { Identity } from '../../core/protocol/user-record.ts';

/**
 * The identity of a grant at rest: sealed under a random key that is stored nowhere. The sign-in's cookie carries the key,
 * then the code, then the access token; when these are gone, what was stored is noise, in every backup as well.
 */

/** @returns a new random key: Base64url of 32 bytes. */
export const createIdentityKey = (): string => randomSecret();

/** @param key from {@link createIdentityKey}. @returns a compact JWE (`dir`, A256GCM). */
export function sealIdentity(key: string, identity: Identity): Promise<string> {
  return new CompactEncrypt(utf8(JSON.stringify(identity)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(bytesOf(key));
}

/** @throws {Error} where the text was not sealed under this key. */
export async function openIdentity(key: string, text: string): Promise<Identity> {
  const { plaintext } = await compactDecrypt(text, bytesOf(key), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return JSON.parse(new TextDecoder().decode(plaintext)) as Identity;
}

const bytesOf = (key: string): Uint8Array => fromBase64url(key) ?? new Uint8Array();
