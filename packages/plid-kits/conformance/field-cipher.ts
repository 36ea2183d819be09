import { Mismatch } from '../test-suite/mismatch.ts';

/** Standard Base64, with padding. */
const base64 =
  /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$|^[A-Za-z0-9+/]{2}==$|^[A-Za-z0-9+/]{3}=$/;

/**
 * Decrypts an encrypted field (§2.2). @throws {Mismatch} if the field can't be decrypted. The message never
 * contains the plain text.
 */
export async function decryptField(name: string, value: unknown, clientSecret: string): Promise<string> {
  if (typeof value !== 'string' || !base64.test(value))
    throw new Mismatch(`${name} in Base64`, typeof value === 'string' ? 'other letters' : typeof value);
  const bytes = new TextEncoder().encode(clientSecret.slice(0, 16));
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['decrypt']);
  try {
    const sealed = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
    const clear = await crypto.subtle.decrypt({ name: 'AES-CBC', iv: bytes }, key, sealed);
    return new TextDecoder('utf-8', { fatal: true }).decode(clear);
  } catch {
    throw new Mismatch(
      `${name}, encrypted with AES-CBC with the first 16 characters of the client secret as the key`,
      'an undecryptable value',
    );
  }
}
