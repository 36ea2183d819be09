import { toHex } from '../../../packages/plid/crypto/bytes.ts';
import type { KeyRing } from '../crypto/keys.ts';

/** In the answer to OPTIONS of a worker that has `KEYS`: `k1:1f0c…, k2:…`, the current key first. `plid doctor` compares the workers of a half. */
const header = 'Plid-Keys';
const purpose = 'fingerprint of the key';
/** Length of a fingerprint, in bytes. */
const length = 8;

/**
 * The header with the id and a fingerprint of each key: an HMAC of a constant, under a key derived for this only. Cookies and
 * tokens contain the ids too. A fingerprint helps to guess a key of 32 random bytes no more than an encrypted value does.
 */
export async function keyFingerprints({ KEYS }: { KEYS?: KeyRing }): Promise<Record<string, string>> {
  if (KEYS === undefined) return {};
  const made = await KEYS.pseudonyms(purpose, '');
  return { [header]: made.map(([id, mac]) => `${id}:${toHex(mac.slice(0, length))}`).join(', ') };
}
