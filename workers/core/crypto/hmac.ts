import { utf8 } from './bytes.ts';

/** @param bytes the key, at least 32 bytes long. */
export const importHmacKey = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

/**
 * Returns the 32-byte HMAC-SHA-256 of a text's UTF-8 bytes. If the key is secret, the result is a pseudonym that
 * replaces personal data.
 */
export const hmac = async (key: CryptoKey, text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text)));
