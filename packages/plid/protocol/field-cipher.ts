import { fromBase64, toBase64, utf8 } from '../crypto/bytes.ts';
import { Memo } from '../crypto/memo.ts';

/** Length of the field key, and of the initialization vector that equals it, in bytes (§2.2). */
const fieldKeyLength = 16;

/** Encrypts and decrypts the encrypted fields of a user record for one client secret (§2.2). */
export interface FieldCipher {
  /** @returns Base64 of AES-128-CBC with PKCS#7 padding. */
  encrypt(text: string): Promise<string>;
  /** @throws {FieldCipherError} for anything else: one error, which does not tell why. */
  decrypt(base64: string): Promise<string>;
}

export class FieldCipherError extends Error {
  override readonly name = 'FieldCipherError';
}

/** The bytes that the field key is made of: the first 16 characters of the client secret (§2.2). */
export const fieldKeyBytes = (clientSecret: string): Uint8Array<ArrayBuffer> =>
  utf8(clientSecret.slice(0, fieldKeyLength));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @param bytes 16 of them: both the key and, as §2.2 has it, the initialization vector. */
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
        // The padding is wrong, or what was encrypted is no UTF-8.
      }
      throw new FieldCipherError();
    },
  };
}

/** The field ciphers of this isolate, by what names their client secrets. One that could not be made is not kept. */
export const fieldCiphers = new Memo<string, Promise<FieldCipher>>();
