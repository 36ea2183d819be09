import { fromBase64url, randomBytes, toBase64url, utf8 } from './bytes.ts';
import { Memo } from './memo.ts';

/** Lengths of AES-GCM (RFC 7518 §5.3) in bytes, and in letters of Base64url. */
const ivLength = 12;
const ivLetters = 16;
const tagLength = 16;
const tagLetters = 22;

/** How a compact JWE begins: its protected header and an empty encrypted key (RFC 7516 §7.1). */
interface Beginning {
  text: string;
  /** Of the header, which is authenticated as well. */
  additionalData: Uint8Array<ArrayBuffer>;
}

/** By the key's id. */
const beginnings = new Memo<string | undefined, Beginning>();

/** @param kid the key's id; a key that seals a single value has none. */
const beginningOf = (kid: string | undefined): Beginning =>
  beginnings.once(kid, () => {
    const header = toBase64url(utf8(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid })));
    return { text: `${header}..`, additionalData: utf8(header) };
  });

/**
 * Whether a text has the header that {@link encryptJwe} writes for this key, to the letter: any other spelling of it, and any other
 * header, is not ours.
 */
export const isSealedUnder = (kid: string | undefined, text: string): boolean =>
  text.startsWith(beginningOf(kid).text);

/** @param key for AES-256-GCM. @returns a compact JWE (`dir`, A256GCM). */
export const encryptJwe = (key: CryptoKey, kid: string | undefined, plaintext: string): Promise<string> =>
  encryptCompact(beginningOf(kid), key, randomBytes(ivLength), plaintext);

/** @returns undefined where the text is forged, cut, or spelled in any other way than that of {@link encryptJwe}. */
export const decryptJwe = (
  key: CryptoKey,
  kid: string | undefined,
  text: string,
): Promise<string | undefined> => decryptCompact(beginningOf(kid), key, text);

/** Exported for the vectors of the standard, which have other headers. @param iv never one that this key has had before. */
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

/** As {@link encryptCompact}. @returns undefined where the text was not made so. */
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

/** @param text the last three parts: initialization vector, ciphertext and tag. The first and the last have one possible length each. */
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
