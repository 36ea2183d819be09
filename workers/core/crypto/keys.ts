import { utf8 } from '../../../packages/plid/crypto/bytes.ts';

/** The keys of one half: the first seals, all of them open. Made from `KEYS` = `id:base64,id:base64`. */
export interface KeyRing {
  readonly current: string;
  readonly ids: readonly string[];
  /** The AES-256-GCM key of one purpose, derived once per isolate; undefined for an id that is not in the ring. */
  derive(id: string, purpose: string): Promise<CryptoKey> | undefined;
  /** The HMAC-SHA-256 keys of one purpose, the current one first: to find what was named with an older key. */
  deriveIndexKeys(purpose: string): Promise<CryptoKey[]>;
}

/** A ring of the given keys, by id; the first is current. */
export function keyRing(keys: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): KeyRing {
  const derived = new Map<string, Promise<CryptoKey>>();
  const ids = [...keys.keys()];

  function once([id, bytes]: KeyEntry, purpose: string, algorithm: DerivedAlgorithm, usages: KeyUsage[]) {
    const name = `${id} ${algorithm.name} ${purpose}`;
    const key = derived.get(name) ?? deriveKey(bytes, purpose, algorithm, usages);
    derived.set(name, key);
    return key;
  }

  return {
    ids,
    current: ids[0] ?? '',
    derive(id, purpose) {
      const bytes = keys.get(id);
      return bytes && once([id, bytes], purpose, sealing, ['encrypt', 'decrypt']);
    },
    deriveIndexKeys: (purpose) =>
      Promise.all([...keys].map((entry) => once(entry, purpose, indexing, ['sign']))),
  };
}

type KeyEntry = readonly [id: string, bytes: Uint8Array<ArrayBuffer>];
type DerivedAlgorithm = AesKeyGenParams | HmacKeyGenParams;
const sealing = { name: 'AES-GCM', length: 256 };
const indexing = { name: 'HMAC', hash: 'SHA-256', length: 256 };

async function deriveKey(
  bytes: Uint8Array<ArrayBuffer>,
  purpose: string,
  algorithm: DerivedAlgorithm,
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(`plid ${purpose}`) };
  return crypto.subtle.deriveKey(hkdf, material, algorithm, false, usages);
}

/** An HMAC-SHA-256 key that is never rotated. Where it must be replaced after all, its successor has a higher number. */
export interface NumberedKey {
  readonly number: number;
  readonly key: Promise<CryptoKey>;
}
