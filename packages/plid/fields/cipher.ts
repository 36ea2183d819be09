import {
  createFieldCipher,
  type FieldCipher,
  fieldCiphers,
  fieldKeyBytes,
} from '../../../workers/core/protocol/field-cipher.ts';
import { FieldError } from './field-error.ts';

/**
 * Decrypts an encrypted field of a user record (§2.2). The plain text may be empty. @param value Base64 of
 * AES-128-CBC with PKCS#7 padding. @param clientSecret at least 16 characters. @throws {FieldError} if the value
 * wasn't encrypted with this client secret. {TypeError} if the client secret is too short.
 */
export const decryptField = (value: string, clientSecret: string): Promise<string> =>
  decryptNamed('field', value, clientSecret);

/** Decrypts a record's field like {@link decryptField}. @param name of the field, for the error. */
export async function decryptNamed(name: string, value: string, clientSecret: string): Promise<string> {
  const cipher = await cipherOf(clientSecret);
  try {
    return await cipher.decrypt(value);
  } catch {
    throw new FieldError(name, 'could not be decrypted');
  }
}

/**
 * Encrypts a text as a service does (§2.2), for tests and for your own service.
 * @returns standard Base64 with padding. @throws {TypeError} if the client secret is too short.
 */
export async function encryptField(text: string, clientSecret: string): Promise<string> {
  return (await cipherOf(clientSecret)).encrypt(text);
}

async function cipherOf(clientSecret: string): Promise<FieldCipher> {
  return fieldCiphers.once(clientSecret, async () => {
    const bytes = fieldKeyBytes(clientSecret);
    if (bytes.length !== 16)
      throw new TypeError(
        'The client secret must begin with 16 ASCII characters, because these characters are the key for encrypted fields',
      );
    return createFieldCipher(bytes);
  });
}
