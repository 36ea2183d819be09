import { toHex, utf8 } from '../core/bytes.ts';
import type { Account } from './objects/account.ts';
import type { Phone } from './objects/phone.ts';

/** The account of a plid. */
export function accountOf(env: { ACCOUNT: DurableObjectNamespace<Account> }, plid: string) {
  return env.ACCOUNT.get(env.ACCOUNT.idFromName(plid));
}

/** The object of a phone number. @param phoneNo 11 digits, no hyphen. */
export async function phoneOf(
  env: { PHONE: DurableObjectNamespace<Phone>; PHONE_KEY: Promise<CryptoKey> },
  phoneNo: string,
) {
  const name = new Uint8Array(await crypto.subtle.sign('HMAC', await env.PHONE_KEY, utf8(phoneNo)));
  return env.PHONE.get(env.PHONE.idFromName(toHex(name)));
}
