import { toBase64url } from '../../../packages/plid/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';

/** Whom a ci names, under each of the keys, the current one first. */
export const ownersOf = (keys: KeyRing, ci: string) => pseudonymsOf(keys, 'gateway owner', ci);

/** The indexes of a phone number (number-index.ts), likewise: with a space, so that none is the name of a user. */
export const indexNames = async (keys: KeyRing, phoneNo: string | undefined): Promise<string[]> =>
  phoneNo === undefined
    ? []
    : (await pseudonymsOf(keys, 'gateway number', phoneNo)).map((name) => `number ${name}`);

/** Under each of the keys, the current one first: `k1:<HMAC>`. */
async function pseudonymsOf(keys: KeyRing, purpose: string, text: string): Promise<string[]> {
  return (await keys.pseudonyms(purpose, text)).map(([id, mac]) => `${id}:${toBase64url(mac)}`);
}
