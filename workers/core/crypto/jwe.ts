import { fromBase64url, randomBytes, toBase64url, utf8 } from './bytes.ts';
import { Memo } from './memo.ts';

/** Lengths of AES-GCM values (RFC 7518 §5.3) in bytes, and in Base64url characters. */
const ivLength = 12;
const ivLetters = 16;
const tagLength = 16;
const tagLetters = 22;

/** The start of a compact JWE: its protected header and an empty encrypted key (RFC 7516 §7.1). */
interface Beginning {
  text: string;
  /** The header as additional authenticated data. */
  additionalData: Uint8Array<ArrayBuffer>;
}

/** By key id. */
const beginnings = new Memo<string | undefined, Beginning>();

/** @param kid the key's id; undefined for a key that encrypts a single value. */
const beginningOf = (kid: string | undefined): Beginning =>
  beginnings.once(kid, () => {
    const header = toBase64url(utf8(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid })));
    return { text: `${header}..`, additionalData: utf8(header) };
  });

/**
 * Whether a text has exactly the header that {@link encryptJwe} writes for this key. Any other header isn't plid's.
 */
export const hasJweHeaderFor = (kid: string | undefined, text: string): boolean =>
  text.startsWith(beginningOf(kid).text);

/** Encrypts a text. @param key a key for AES-256-GCM. @returns a compact JWE (`dir`, A256GCM). */
export const encryptJwe = (key: CryptoKey, kid: string | undefined, plaintext: string): Promise<string> =>
  encryptCompact(beginningOf(kid), key, randomBytes(ivLength), plaintext);

/**
 * Decrypts a text from {@link encryptJwe}.
 * @returns undefined if the text is forged, truncated, or encoded differently.
 */
export const decryptJwe = (
  key: CryptoKey,
  kid: string | undefined,
  text: string,
): Promise<string | undefined> => decryptCompact(beginningOf(kid), key, text);

/**
 * Encrypts a text as a compact JWE with the given header. The function is exported for tests, because the
 * standard's test vectors have other headers. @param iv the initialization vector, which must never repeat for a
 * key.
 */
export async function encryptCompact(
  { text, additionalData }: Beginning,
  key: CryptoKey,
  iv: Uint8Array<ArrayBuffer>,
  plaintext: string,
): Promise<string> {
  const algorithm = { name: 'AES-GCM', iv, additionalData };
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, utf8(plaintext)));
  const end = encrypted.length - tagLength;
  const [ciphertext, tag] = [encrypted.subarray(0, end), encrypted.subarray(end)];
  return `${text}${toBase64url(iv)}.${toBase64url(ciphertext)}.${toBase64url(tag)}`;
}

/** Decrypts a text from {@link encryptCompact}. @returns undefined if the text is anything else. */
export async function decryptCompact(
  { text: beginning, additionalData }: Beginning,
  key: CryptoKey,
  text: string,
): Promise<string | undefined> {
  const parts = text.startsWith(beginning) ? readParts(text.slice(beginning.length)) : undefined;
  if (parts === undefined) return undefined;
  const algorithm = { name: 'AES-GCM', iv: parts.iv, additionalData };
  try {
    return decoder.decode(await crypto.subtle.decrypt(algorithm, key, parts.encrypted));
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param text the last three parts: initialization vector, ciphertext, and tag. The initialization vector and the
 * tag have fixed lengths.
 */
function readParts(text: string) {
  const [begin, end] = [ivLetters + 1, text.length - tagLetters - 1];
  if (end < begin || text[begin - 1] !== '.' || text[end] !== '.') return undefined;
  const iv = fromBase64url(text.slice(0, ivLetters));
  const ciphertext = fromBase64url(text.slice(begin, end));
  const tag = fromBase64url(text.slice(end + 1));
  if (iv === undefined || ciphertext === undefined || tag === undefined) return undefined;
  const encrypted = new Uint8Array(ciphertext.length + tagLength);
  encrypted.set(ciphertext);
  encrypted.set(tag, ciphertext.length);
  return { iv, encrypted };
}
