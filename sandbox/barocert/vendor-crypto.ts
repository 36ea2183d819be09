import { fromBase64, sha256, toBase64 } from '../../workers/core/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../workers/core/crypto/hmac.ts';

/** Length of the nonce in front of a ciphertext, in bytes. */
const nonceLength = 12;

/** The account's SecretKey. */
export type SecretKey = Uint8Array<ArrayBuffer>;

/** Returns Base64 of the HMAC-SHA-256 of lines. */
export const signLines = async (secretKey: SecretKey, lines: readonly string[]): Promise<string> =>
  toBase64(await hmac(await importHmacKey(secretKey), lines.join('\n')));

/** Returns Base64 of a body's SHA-256 hash, which the signed lines contain. */
export const digestOf = async (body: string): Promise<string> => toBase64(await sha256(body));

/**
 * Decrypts a field: Base64 of a nonce of 12 bytes, the AES-256-GCM ciphertext, and its tag of 16 bytes.
 * @returns the text, or undefined if the value wasn't encrypted with this key.
 */
export async function decryptField(secretKey: SecretKey, value: string): Promise<string | undefined> {
  const bytes = fromBase64(value);
  if (bytes === undefined) return undefined;
  const key = await crypto.subtle.importKey('raw', secretKey, 'AES-GCM', false, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, nonceLength) };
  try {
    const text = await crypto.subtle.decrypt(algorithm, key, bytes.slice(nonceLength));
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return undefined;
  }
}
