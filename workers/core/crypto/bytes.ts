import { codec } from './codec.ts';

/** Bytes and their encodings: Base64, hexadecimal, digests, random values, and constant-time comparison. */
const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Standard Base64 with padding. */
export const toBase64 = (bytes: Uint8Array): string => codec.toBase64(bytes);

/**
 * Decodes standard Base64 with padding. Rejects whitespace, URL-safe letters, and spare bits.
 * @returns the bytes, or undefined if the text is invalid.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  return readExactly(text, codec.readBase64, toBase64);
}

/** Base64url without padding (RFC 4648 §5). */
export const toBase64url = (bytes: Uint8Array): string => codec.toBase64url(bytes);

/**
 * Decodes Base64url without padding.
 * @returns the bytes, or undefined if the text isn't exactly what {@link toBase64url} returns. The last letter has
 * spare bits, which must be zero.
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  return readExactly(text, codec.readBase64url, toBase64url);
}

function readExactly(text: string, read: typeof codec.readBase64, write: typeof toBase64) {
  try {
    const bytes = read(text);
    return write(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Lower-case hexadecimal. */
export const toHex = (bytes: Uint8Array): string => codec.toHex(bytes);

/** Returns the 32-byte SHA-256 hash of a text's UTF-8 encoding. */
export async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)));
}

/** Returns a text's SHA-256 hash in Base64url, which has 43 characters, as in PKCE (S256, RFC 7636 §4.2). */
export async function sha256Base64url(text: string): Promise<string> {
  return toBase64url(await sha256(text));
}

/** Cryptographically random bytes. @param length in bytes. */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Returns 256 random bits as 43 characters of Base64url. */
export const randomSecret = (): string => toBase64url(randomBytes(32));

/** Compares two byte arrays in a time that depends only on their lengths. */
export function equalInConstantTime(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index += 1) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}

/** Compares the digests of two secrets in constant time, so that the secrets' lengths aren't revealed. */
export async function equalSecrets(left: string, right: string): Promise<boolean> {
  const [leftDigest, rightDigest] = await Promise.all([sha256(left), sha256(right)]);
  return equalInConstantTime(leftDigest, rightDigest);
}
