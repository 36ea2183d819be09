import { fromBase64, toBase64, utf8 } from '../crypto/bytes.ts';
import { Memo } from '../crypto/memo.ts';

/** Length of the field key, and of the initialization vector that equals it, in bytes (§2.2). */
const fieldKeyLength = 16;

/** Encrypts and decrypts the encrypted fields of a user record for one client secret (§2.2). */
export interface FieldCipher {
  /** @returns Base64 of AES-128-CBC with PKCS#7 padding. */
  encrypt(text: string): Promise<string>;
  /** @throws {FieldCipherError} if the text can't be decrypted. The error is always the same. */
  decrypt(base64: string): Promise<string>;
}

export class FieldCipherError extends Error {
  override readonly name = 'FieldCipherError';
}

/** The bytes of the field key: the first 16 characters of the client secret (§2.2). */
export const fieldKeyBytes = (clientSecret: string): Uint8Array<ArrayBuffer> =>
  utf8(clientSecret.slice(0, fieldKeyLength));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @param bytes exactly 16: both the key and the initialization vector (§2.2). */
export async function createFieldCipher(bytes: Uint8Array<ArrayBuffer>): Promise<FieldCipher> {
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['encrypt', 'decrypt']);
  const algorithm = { name: 'AES-CBC', iv: bytes };
  return {
    async encrypt(text) {
      return toBase64(new Uint8Array(await crypto.subtle.encrypt(algorithm, key, utf8(text))));
    },
    async decrypt(base64) {
      const ciphertext = fromBase64(base64);
      try {
        if (ciphertext) return decoder.decode(await crypto.subtle.decrypt(algorithm, key, ciphertext));
      } catch {
        // Invalid padding or UTF-8.
      }
      throw new FieldCipherError();
    },
  };
}

/** The field ciphers of this isolate, by client secret id. Failures aren't cached. */
export const fieldCiphers = new Memo<string, Promise<FieldCipher>>();
