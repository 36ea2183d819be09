import { utf8 } from './bytes.ts';

/**
 * Derives a key for one purpose (HKDF with SHA-256, RFC 5869), so that values for one purpose can't be used for
 * another. @param bytes the secret's bytes, at least 32. @param purpose the name of the purpose, such as `gateway
 * session`.
 */
export async function deriveKey(
  bytes: Uint8Array<ArrayBuffer>,
  purpose: string,
  algorithm: AesKeyGenParams | HmacKeyGenParams,
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(`plid ${purpose}`) };
  return crypto.subtle.deriveKey(hkdf, material, algorithm, false, usages);
}

/** The algorithm of encryption keys (`jwe.ts`). */
export const encryptionKeyAlgorithm = { name: 'AES-GCM', length: 256 };
