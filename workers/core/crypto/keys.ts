import * as v from 'valibot';
import { splitTokens } from '../worker/named-tokens.ts';
import { secret } from '../worker/settings.ts';
import { fromBase64, utf8 } from './bytes.ts';

/** The keys of one half: the first seals, all of them open. Made from `KEYS` = `id:base64,id:base64`. */
export interface KeyRing {
  readonly current: string;
  readonly ids: readonly string[];
  /** The AES-256-GCM key of one purpose, derived once per isolate; undefined for an id that is not in the ring. */
  derive(id: string, purpose: string): Promise<CryptoKey> | undefined;
  /** The HMAC-SHA-256 keys of one purpose, the current one first: to find what was named with an older key. */
  deriveIndexKeys(purpose: string): Promise<CryptoKey[]>;
}

/** Length of each key in bytes. */
const keyLength = 32;
const keyId = /^[A-Za-z0-9_-]{1,32}$/;

const advice =
  'needs id:base64 of 32 random bytes, such as k1:…; several are separated by commas, the current one first; ' +
  'make the Base64 with: openssl rand -base64 32';

/** The setting `KEYS`, checked and turned into a {@link KeyRing}. */
export const keyRingSetting = v.pipe(
  v.string(advice),
  v.rawTransform<string, KeyRing>(({ dataset, addIssue, NEVER }) => {
    const keys = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const { name: id, value } of splitTokens(dataset.value, '')) {
      const bytes = fromBase64(value);
      if (!keyId.test(id) || bytes?.length !== keyLength || keys.has(id)) {
        addIssue({ message: advice });
        return NEVER;
      }
      keys.set(id, bytes);
    }
    return keyRing(keys);
  }),
  v.metadata(secret('keys')),
);

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

const numberedKey = /^(?:([1-9]\d{0,14}):)?(.*)$/;

/** A setting that holds 32 random bytes in Base64, as a {@link NumberedKey}: `base64`, which is number 1, or `2:base64`. */
export const numberedKeySetting = v.pipe(
  v.string('needs Base64 of 32 random bytes; make it with: openssl rand -base64 32'),
  v.rawTransform<string, NumberedKey>(({ dataset, addIssue, NEVER }) => {
    const [, number = '1', base64 = ''] = numberedKey.exec(dataset.value) ?? [];
    const bytes = fromBase64(base64);
    if (bytes?.length !== keyLength) {
      addIssue({ message: 'needs Base64 of 32 random bytes; make it with: openssl rand -base64 32' });
      return NEVER;
    }
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    return {
      number: Number(number),
      key: crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']),
    };
  }),
  v.metadata(secret('base64')),
);
