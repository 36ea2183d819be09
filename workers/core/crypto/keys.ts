import { deriveKey, encryptionKeyAlgorithm } from './derive-key.ts';
import { hmac, importHmacKey } from './hmac.ts';
import { Memo } from './memo.ts';

/**
 * The encryption keys of the service or the gateway, from the setting `KEYS` in the format `id:base64,id:base64`.
 * The first key encrypts, and all keys decrypt.
 */
export interface KeyRing {
  readonly current: string;
  readonly ids: readonly string[];
  /**
   * Returns the AES-256-GCM key for one purpose, or undefined if the id is unknown. Each key is derived once per
   * isolate.
   */
  derive(id: string, purpose: string): Promise<CryptoKey> | undefined;
  /**
   * Returns the pseudonyms of a text for one purpose, one per key, current key first. The pseudonyms from older
   * keys are needed to find data that was named with these keys.
   */
  pseudonyms(purpose: string, text: string): Promise<[Pseudonym, ...Pseudonym[]]>;
}

/** A key's id and a 32-byte HMAC-SHA-256 made with that key. */
export type Pseudonym = readonly [id: string, mac: Uint8Array<ArrayBuffer>];

/** Creates a key ring from a map of key ids to keys. The first key is the current one. */
export function keyRing(keys: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): KeyRing {
  /** Cache of the keys that were derived for each purpose. */
  const derived = new Memo<string, Promise<CryptoKey>>();
  const ids = [...keys.keys()];

  const once = ([id, bytes]: KeyEntry, purpose: string, algorithm: DerivedAlgorithm, usages: KeyUsage[]) =>
    derived.once(`${id} ${algorithm.name} ${purpose}`, () => deriveKey(bytes, purpose, algorithm, usages));

  return {
    ids,
    current: ids[0] ?? '',
    derive(id, purpose) {
      const bytes = keys.get(id);
      return bytes && once([id, bytes], purpose, encryptionKeyAlgorithm, ['encrypt', 'decrypt']);
    },
    async pseudonyms(purpose, text) {
      const made = [...keys].map(async (entry): Promise<Pseudonym> => {
        const key = await once(entry, purpose, indexing, ['sign']);
        return [entry[0], await hmac(key, text)];
      });
      return (await Promise.all(made)) as [Pseudonym, ...Pseudonym[]];
    },
  };
}

type KeyEntry = readonly [id: string, bytes: Uint8Array<ArrayBuffer>];
type DerivedAlgorithm = AesKeyGenParams | HmacKeyGenParams;
const indexing = { name: 'HMAC', hash: 'SHA-256', length: 256 };

/** An HMAC-SHA-256 key that is never rotated. If it must be replaced, its successor has a higher number. */
export interface NumberedKey {
  readonly number: number;
  readonly key: Promise<CryptoKey>;
  /** Returns the key for one purpose, derived once per isolate. */
  derive(purpose: string): Promise<CryptoKey>;
}

/** @param bytes exactly 32. */
export function numberedKey(number: number, bytes: Uint8Array<ArrayBuffer>): NumberedKey {
  const key = importHmacKey(bytes);
  /** Cache of the keys that were derived for each purpose. */
  const derived = new Memo<string, Promise<CryptoKey>>();
  const derive = async (purpose: string) => importHmacKey(await hmac(await key, `plid ${purpose}`));
  return { number, key, derive: (purpose) => derived.once(purpose, () => derive(purpose)) };
}
