/**
 * Conversions between bytes and texts, as implemented by the runtime. The implementations may accept non-canonical
 * encodings, which `bytes.ts` rejects.
 */
interface Codec {
  toBase64(bytes: Uint8Array): string;
  /** Without padding. */
  toBase64url(bytes: Uint8Array): string;
  toHex(bytes: Uint8Array): string;
  /** Decodes Base64. The decoder accepts some non-canonical encodings. @throws if the Base64 is invalid. */
  readBase64(this: void, text: string): Uint8Array<ArrayBuffer>;
  /** Like {@link readBase64}. */
  readBase64url(this: void, text: string): Uint8Array<ArrayBuffer>;
}

/** A codec that uses methods of `Uint8Array`, which exist in workerd and newer browsers. */
const native: Codec = {
  toBase64: (bytes) => bytes.toBase64(),
  toBase64url: (bytes) => bytes.toBase64({ alphabet: 'base64url', omitPadding: true }),
  toHex: (bytes) => bytes.toHex(),
  readBase64: (text) => Uint8Array.fromBase64(text),
  readBase64url: (text) => Uint8Array.fromBase64(text, { alphabet: 'base64url' }),
};

/** A codec that works in every runtime, including Node up to 24. */
const portable: Codec = {
  toBase64: (bytes) => btoa(bytes.reduce((characters, byte) => characters + String.fromCharCode(byte), '')),
  toBase64url: (bytes) =>
    portable.toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  toHex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  readBase64: (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
  readBase64url: (text) => portable.readBase64(text.replaceAll('-', '+').replaceAll('_', '/')),
};

/** Set when a worker is bundled, so that the bundle contains only what workerd needs. */
declare const NATIVE_BASE64: true | undefined;

/** Returns the codec for a runtime. @param bytes the runtime's `Uint8Array`. */
export const codecFor = (bytes: object): Codec => ('fromBase64' in bytes ? native : portable);

export const codec: Codec = typeof NATIVE_BASE64 === 'boolean' ? native : codecFor(Uint8Array);
