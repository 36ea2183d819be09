import { toHex } from '../crypto/bytes.ts';
import type { KeyRing } from '../crypto/keys.ts';

/**
 * The header that lists the keys in the OPTIONS response of a worker that has `KEYS`. Its value is, for example,
 * `k1:1f0c…, k2:…`, with the current key first. `plid-admin doctor` uses the header to compare the workers.
 */
const header = 'Plid-Keys';
const purpose = 'fingerprint of the key';
/** Length of a fingerprint, in bytes. */
const length = 8;

/**
 * Returns each key's id and fingerprint, such as `k1:1f0c…`, current key first. A fingerprint is an HMAC of a
 * constant, under a key derived for this purpose. For guessing a random 32-byte key, a fingerprint is no more
 * useful to an attacker than a ciphertext.
 */
export async function fingerprintsOf(keys: KeyRing): Promise<string[]> {
  const made = await keys.pseudonyms(purpose, '');
  return made.map(([id, mac]) => `${id}:${toHex(mac.slice(0, length))}`);
}

/** Returns the header with each key's fingerprint. Cookies and tokens contain the ids too. */
export async function keyFingerprints({ KEYS }: { KEYS?: KeyRing }): Promise<Record<string, string>> {
  return KEYS === undefined ? {} : { [header]: (await fingerprintsOf(KEYS)).join(', ') };
}
