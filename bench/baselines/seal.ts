/** The product's sealed values (JWE, `dir` with A256GCM, a key per purpose) by hand: the least code that reads and writes them with Web Crypto. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const base64url = { alphabet: 'base64url', omitPadding: true } as const;

export const toBase64url = (bytes: Uint8Array): string => bytes.toBase64(base64url);

/** A key of KEYS: `k1:base64`. */
interface Key {
  /** The header of values sealed under it, and its bytes. */
  header: string;
  authenticated: Uint8Array<ArrayBuffer>;
  bytes: Uint8Array<ArrayBuffer>;
}

export type Keys = readonly [current: Key, ...older: Key[]];

/** Reads KEYS: `k1:base64,k0:base64`. */
export const readKeys = (text: string): Keys => text.split(',').map(readKey) as unknown as Keys;

function readKey(text: string): Key {
  const [kid = '', base64 = ''] = text.split(':');
  return keyOf(kid, Uint8Array.fromBase64(base64));
}

/** @param kid the key's name in the header. */
export function keyOf(kid: string, bytes: Uint8Array<ArrayBuffer>): Key {
  const header = toBase64url(encoder.encode(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid })));
  return { header, authenticated: encoder.encode(header), bytes };
}

/** A kind of sealed value, under a key of its own purpose. */
export interface Kind {
  seal(value: object, expires?: number): Promise<string>;
  /** @param now in seconds since 1970. @returns undefined for a forged or expired value. */
  open<Value>(text: string, now: number): Promise<Value | undefined>;
}

export function kind(keys: Keys, purpose: string): Kind {
  const derived = new Map<Key, Promise<CryptoKey>>();
  const keyOf = (key: Key): Promise<CryptoKey> => {
    const known = derived.get(key) ?? derive(key, purpose);
    derived.set(key, known);
    return known;
  };
  return {
    async seal(value, expires) {
      const [key] = keys;
      return encrypt(await keyOf(key), key, { ...value, exp: expires });
    },
    async open<Value>(text: string, now: number) {
      const parts = text.split('.');
      const key = keys.find(({ header }) => header === parts[0]);
      if (key === undefined || parts.length !== 5 || parts[1] !== '') return undefined;
      const value = await decrypt<Value & { exp?: number }>(await keyOf(key), key.authenticated, parts);
      return value === undefined || (value.exp !== undefined && value.exp <= now) ? undefined : value;
    },
  };
}

async function derive({ bytes }: Key, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
  const info = encoder.encode(`plid ${purpose}`);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  return crypto.subtle.deriveKey(hkdf, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

const tagLength = 16;

async function encrypt(key: CryptoKey, { header, authenticated }: Key, value: object): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: 'AES-GCM', iv, additionalData: authenticated };
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(algorithm, key, encoder.encode(JSON.stringify(value))),
  );
  const end = sealed.length - tagLength;
  return `${header}..${toBase64url(iv)}.${toBase64url(sealed.subarray(0, end))}.${toBase64url(sealed.subarray(end))}`;
}

async function decrypt<Value>(
  key: CryptoKey,
  additionalData: Uint8Array<ArrayBuffer>,
  [, , iv = '', text = '', tag = '']: readonly string[],
): Promise<Value | undefined> {
  try {
    const ciphertext = Uint8Array.fromBase64(text, base64url);
    const sealed = new Uint8Array(ciphertext.length + tagLength);
    sealed.set(ciphertext);
    sealed.set(Uint8Array.fromBase64(tag, base64url), ciphertext.length);
    const algorithm = { name: 'AES-GCM', iv: Uint8Array.fromBase64(iv, base64url), additionalData };
    return JSON.parse(decoder.decode(await crypto.subtle.decrypt(algorithm, key, sealed))) as Value;
  } catch {
    return undefined;
  }
}

const identityHeader = toBase64url(encoder.encode(JSON.stringify({ alg: 'dir', enc: 'A256GCM' })));

/** Opens the identity of a grant, which is sealed under a key of its own. @param secret Base64url of the key's 32 bytes. */
export async function openIdentity<Value>(secret: string, text: string): Promise<Value | undefined> {
  const bytes = Uint8Array.fromBase64(secret, base64url);
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt']);
  const parts = text.split('.');
  if (parts[0] !== identityHeader || parts[1] !== '') return undefined;
  return decrypt<Value>(key, encoder.encode(identityHeader), parts);
}
