import { randomBytes, sha256, toBase64, utf8 } from '../../../core/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../../core/crypto/hmac.ts';

/** Length of an AES-GCM nonce in bytes. */
const nonceLength = 12;

/** Returns the Base64 of a text's HMAC-SHA-256, with which the vendor recognizes the caller. */
export const sign = async (secretKey: Uint8Array<ArrayBuffer>, text: string): Promise<string> =>
  toBase64(await hmac(await importHmacKey(secretKey), text));

/** Returns the Base64 of a body's SHA-256, which each signature contains. */
export const digest = async (body: string): Promise<string> => toBase64(await sha256(body));

/**
 * Encrypts a personal field as the vendor expects it.
 * @returns the Base64 of the nonce, the AES-256-GCM ciphertext, and the tag.
 */
export async function encryptField(secretKey: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secretKey, 'AES-GCM', false, ['encrypt']);
  const iv = randomBytes(nonceLength);
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, utf8(text)));
  const joined = new Uint8Array(iv.length + sealed.length);
  joined.set(iv);
  joined.set(sealed, iv.length);
  return toBase64(joined);
}
