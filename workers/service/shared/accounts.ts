import { toBase64url, toHex, utf8 } from '../../core/crypto/bytes.ts';
import type { Account } from '../objects/account.ts';
import type { Phone } from '../objects/phone.ts';

/** The account of a plid. */
export function accountOf(env: { ACCOUNT: DurableObjectNamespace<Account> }, plid: string) {
  return env.ACCOUNT.get(env.ACCOUNT.idFromName(plid));
}

/** The object of a phone number. @param phoneNo 11 digits, no hyphen. */
export async function phoneOf(
  env: { PHONE: DurableObjectNamespace<Phone>; PHONE_KEY: Promise<CryptoKey> },
  phoneNo: string,
) {
  return env.PHONE.get(env.PHONE.idFromName(toHex(await hmac(await env.PHONE_KEY, phoneNo))));
}

/**
 * A pseudonym, stored in place of personal data: Base64url of an HMAC-SHA-256. PHONE_KEY itself names the Phone objects;
 * every other purpose has a key derived from it. No purpose is spelled like a phone number, so the two never collide.
 */
export async function pseudonymOf(
  { PHONE_KEY }: { PHONE_KEY: Promise<CryptoKey> },
  purpose: 'owner of a number' | 'caller at a number' | 'number known to a browser',
  text: string,
): Promise<string> {
  const derived = await hmac(await PHONE_KEY, `plid ${purpose}`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', derived, algorithm, false, ['sign']);
  return toBase64url(await hmac(key, text));
}

async function hmac(key: CryptoKey, text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text)));
}
