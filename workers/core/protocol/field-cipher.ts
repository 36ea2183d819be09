import { fromBase64, toBase64, utf8 } from '../crypto/bytes.ts';
import { Memo } from '../crypto/memo.ts';

/** Length in bytes of the field key, which is also used as the initialization vector (§2.2). */
const fieldKeyLength = 16;

/** Encrypts and decrypts the encrypted fields of a user record for one client secret (§2.2). */
export interface FieldCipher {
  /** Encrypts a text with AES-128-CBC and PKCS#7 padding. @returns the ciphertext in Base64. */
  encrypt(text: string): Promise<string>;
  /**
   * @param base64 which may contain ASCII white space and lack padding, because other systems' encoders break lines. A
   * `+` that became a space fails, because a whole block can't be made of fewer characters.
   * @throws {FieldCipherError} if the text can't be decrypted. The error is the same for every cause.
   */
  decrypt(base64: string): Promise<string>;
}

export class FieldCipherError extends Error {
  override readonly name = 'FieldCipherError';
}

/** Returns the bytes of the field key, which is the first 16 characters of the client secret (§2.2). */
export const fieldKeyBytes = (clientSecret: string): Uint8Array<ArrayBuffer> =>
  utf8(clientSecret.slice(0, fieldKeyLength));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @param bytes exactly 16 bytes, used both as the key and as the initialization vector (§2.2). */
export async function createFieldCipher(bytes: Uint8Array<ArrayBuffer>): Promise<FieldCipher> {
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['encrypt', 'decrypt']);
  const algorithm = { name: 'AES-CBC', iv: bytes };
  return {
    async encrypt(text) {
      return toBase64(new Uint8Array(await crypto.subtle.encrypt(algorithm, key, utf8(text))));
    },
    async decrypt(base64) {
      const ciphertext = fromBase64(withoutLineBreaks(base64));
      try {
        if (ciphertext) return decoder.decode(await crypto.subtle.decrypt(algorithm, key, ciphertext));
      } catch {
        // Invalid padding or UTF-8.
      }
      throw new FieldCipherError();
    },
  };
}

/** Returns Base64 of another system's encoder as ours writes it. Wrong characters and lengths stay wrong. */
function withoutLineBreaks(base64: string): string {
  const text = base64.replace(/[\t\n\f\r ]/g, '');
  return text.includes('=') ? text : text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** This isolate's field ciphers, cached by client secret or encrypted field key. Failures aren't cached. */
export const fieldCiphers = new Memo<string, Promise<FieldCipher>>();
