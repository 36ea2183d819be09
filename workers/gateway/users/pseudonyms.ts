import { toBase64url } from '../../../packages/plid/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';

/** Pseudonyms of a `ci`, one per key, current key first. */
export const ciPseudonyms = (keys: KeyRing, ci: string) => pseudonymsOf(keys, 'gateway owner', ci);

/**
 * Names of a phone number's indexes (number-index.ts), one per key. They contain a space, which no user's name
 * does.
 */
export const indexNames = async (keys: KeyRing, phoneNo: string | undefined): Promise<string[]> =>
  phoneNo === undefined
    ? []
    : (await pseudonymsOf(keys, 'gateway number', phoneNo)).map((name) => `number ${name}`);

/** One per key, current key first: `k1:<HMAC>`. */
async function pseudonymsOf(keys: KeyRing, purpose: string, text: string): Promise<string[]> {
  return (await keys.pseudonyms(purpose, text)).map(([id, mac]) => `${id}:${toBase64url(mac)}`);
}
