import { toHex } from '../../../packages/plid/crypto/bytes.ts';
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
 * Returns the header with each key's id and fingerprint. A fingerprint is an HMAC of a constant, under a key
 * derived for this purpose. Cookies and tokens contain the ids too. For guessing a random 32-byte key, a
 * fingerprint is no more useful to an attacker than a ciphertext.
 */
export async function keyFingerprints({ KEYS }: { KEYS?: KeyRing }): Promise<Record<string, string>> {
  if (KEYS === undefined) return {};
  const made = await KEYS.pseudonyms(purpose, '');
  return { [header]: made.map(([id, mac]) => `${id}:${toHex(mac.slice(0, length))}`).join(', ') };
}
