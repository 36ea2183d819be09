import { fromBase64, sha256, toBase64 } from '../../workers/core/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../workers/core/crypto/hmac.ts';

/** Length of the nonce in front of a ciphertext, in bytes. */
const nonceLength = 12;

const bytesOf = (secretKey: string): Uint8Array<ArrayBuffer> => {
  const bytes = fromBase64(secretKey);
  if (bytes === undefined) throw new Error('BAROCERT_SECRET_KEY needs Base64 of 32 bytes');
  return bytes;
};

/** Returns Base64 of the HMAC-SHA-256 of lines. @param secretKey Base64 of 32 bytes. */
export const signLines = async (secretKey: string, lines: readonly string[]): Promise<string> =>
  toBase64(await hmac(await importHmacKey(bytesOf(secretKey)), lines.join('\n')));

/** Returns Base64 of a body's SHA-256 hash, which the signed lines contain. */
export const digestOf = async (body: string): Promise<string> => toBase64(await sha256(body));

/**
 * Decrypts a field: Base64 of a nonce of 12 bytes, the AES-256-GCM ciphertext, and its tag of 16 bytes.
 * @returns the text, or undefined if the value wasn't encrypted with this key.
 */
export async function decryptField(secretKey: string, value: string): Promise<string | undefined> {
  const bytes = fromBase64(value);
  if (bytes === undefined) return undefined;
  const key = await crypto.subtle.importKey('raw', bytesOf(secretKey), 'AES-GCM', false, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, nonceLength) };
  try {
    const text = await crypto.subtle.decrypt(algorithm, key, bytes.slice(nonceLength));
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return undefined;
  }
}
