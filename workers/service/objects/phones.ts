import { toBase64url, toHex } from '../../core/crypto/bytes.ts';
import { hmac } from '../../core/crypto/hmac.ts';
import type { NumberedKey } from '../../core/crypto/keys.ts';
import { type Located, namedObject } from '../../core/storage/named-object.ts';
import type { Phone } from './phone.ts';

export interface PhonesEnv extends Located {
  PHONE: DurableObjectNamespace<Phone>;
  PHONE_KEY: NumberedKey;
}

/** Returns the object of a phone number. @param phoneNo 11 digits without hyphens. */
export const phoneOf = async (env: PhonesEnv, phoneNo: string) =>
  phoneByObjectName(env, await phoneObjectName(env, phoneNo));

/**
 * Returns the name of a phone number's object, which is an HMAC of the number. @param phoneNo 11 digits without
 * hyphens.
 */
export const phoneObjectName = async ({ PHONE_KEY }: Pick<PhonesEnv, 'PHONE_KEY'>, phoneNo: string) =>
  toHex(await hmac(await PHONE_KEY.key, phoneNo));

/** Returns the object of a phone number by the object's name. @param name a name from {@link phoneObjectName}. */
export const phoneByObjectName = (env: Omit<PhonesEnv, 'PHONE_KEY'>, name: string) =>
  namedObject(env.PHONE, name, env);

/**
 * Returns a pseudonym to store instead of personal data. The pseudonym is a Base64url-encoded HMAC-SHA-256.
 * `PHONE_KEY` itself names the Phone objects, and every other purpose has a key derived from it. No purpose looks
 * like a phone number, so a derived key never equals an object's name.
 */
export async function pseudonymOf(
  { PHONE_KEY }: Pick<PhonesEnv, 'PHONE_KEY'>,
  purpose: 'owner of a number' | 'caller at a number' | 'number known to a browser' | 'the key itself',
  text: string,
): Promise<string> {
  return toBase64url(await hmac(await PHONE_KEY.derive(purpose), text));
}
