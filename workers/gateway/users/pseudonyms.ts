import { toBase64url } from '../../core/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';

/** Pseudonyms of a `ci`, one per key, current key first. */
export const ciPseudonyms = (keys: KeyRing, ci: string) => pseudonymsOf(keys, 'gateway owner', ci);

/**
 * Returns the names of a phone number's indexes (number-index.ts), one for each key. The names contain a space,
 * which no plid contains.
 */
export const indexNames = async (keys: KeyRing, phoneNo: string | undefined): Promise<string[]> =>
  phoneNo === undefined
    ? []
    : (await pseudonymsOf(keys, 'gateway number', phoneNo)).map((name) => `number ${name}`);

/** Returns one pseudonym for each key, such as `k1:<HMAC>`, starting with the current key. */
async function pseudonymsOf(keys: KeyRing, purpose: string, text: string): Promise<string[]> {
  return (await keys.pseudonyms(purpose, text)).map(([id, mac]) => `${id}:${toBase64url(mac)}`);
}
