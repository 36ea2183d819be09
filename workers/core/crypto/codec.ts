/** Bytes and texts, as the runtime converts them; `bytes.ts` checks the spelling of what is read. */
interface Codec {
  toBase64(bytes: Uint8Array): string;
  /** Without padding. */
  toBase64url(bytes: Uint8Array): string;
  toHex(bytes: Uint8Array): string;
  /** @throws for what is no Base64; some other spellings are read as well. */
  read(text: string, alphabet: 'base64' | 'base64url'): Uint8Array<ArrayBuffer>;
}

/** Methods of Uint8Array: workerd has them, and newer browsers. */
const native: Codec = {
  toBase64: (bytes) => bytes.toBase64(),
  toBase64url: (bytes) => bytes.toBase64({ alphabet: 'base64url', omitPadding: true }),
  toHex: (bytes) => bytes.toHex(),
  read: (text, alphabet) => Uint8Array.fromBase64(text, { alphabet }),
};

/** What every runtime has: for Node up to 24. */
const portable: Codec = {
  toBase64: (bytes) => btoa(bytes.reduce((characters, byte) => characters + String.fromCharCode(byte), '')),
  toBase64url: (bytes) =>
    portable.toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  toHex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  read(text, alphabet) {
    const standard = alphabet === 'base64' ? text : text.replaceAll('-', '+').replaceAll('_', '/');
    return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
  },
};

/** Set where a worker is bundled, so that the bundle holds nothing that workerd does not need. */
declare const NATIVE_BASE64: true | undefined;

export const codec: Codec =
  typeof NATIVE_BASE64 === 'boolean' || 'fromBase64' in Uint8Array ? native : portable;
