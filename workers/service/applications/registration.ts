import * as v from 'valibot';
import { randomBytes } from '../../core/bytes.ts';
import type { KeyRing } from '../../core/keys.ts';
import { attributes } from '../../core/user-record.ts';
import type { Application } from '../applications.ts';
import { callbackAddress } from './callback-address.ts';
import { createSecret, type NewSecret } from './secrets.ts';

/** Characters that would let a name pretend to be another on the phone and the consent page. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const fields = {
  name: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(100),
    v.check((name) => name.trim() === name && !unseen.test(name)),
  ),
  redirect_uris: v.pipe(
    v.array(callbackAddress),
    v.minLength(1),
    v.maxLength(20),
    v.check((given) => new Set(given).size === given.length),
  ),
  /** In the order of §2.1, each once. */
  attributes: v.pipe(
    v.array(v.picklist(attributes)),
    v.transform((given) => attributes.filter((attribute) => given.includes(attribute))),
  ),
};
const reads = v.picklist(['many', 'once']);
const success = v.picklist(['success', '']);

/** What an operator says of a new application. */
export const registration = v.strictObject({
  ...fields,
  reads: v.exactOptional(reads, 'many'),
  success: v.exactOptional(success, 'success'),
});

/** What an operator changes about an application; what is left out stays. */
export const change = v.strictObject({
  name: v.exactOptional(fields.name),
  redirect_uris: v.exactOptional(fields.redirect_uris),
  attributes: v.exactOptional(fields.attributes),
  reads: v.exactOptional(reads),
  success: v.exactOptional(success),
});

/** A new application and its first secret. @param at in seconds since 1970. */
export async function register(
  keys: KeyRing,
  described: v.InferOutput<typeof registration>,
  at: number,
): Promise<NewSecret> {
  const application: Application = { client_id: createClientId(), ...described, secrets: [], created: at };
  return createSecret(keys, application, at);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const clientIdLength = 20;

/** Bytes that would favour some letters over others are passed over. */
function createClientId(): string {
  let client_id = '';
  while (client_id.length < clientIdLength) {
    const [byte = 255] = randomBytes(1);
    if (byte < 4 * letters.length) client_id += letters[byte % letters.length];
  }
  return client_id;
}

/** An application as it is shown: without what proves its secrets, or encrypts with them. */
export function shown({ secrets, created, ...application }: Application) {
  return { ...application, secrets: secrets.map(({ id, created }) => ({ id, created })), created };
}

/** The same with a secret in it, which is shown this once and kept nowhere. */
export function shownWithSecret({ application, client_secret }: NewSecret) {
  const { client_id, ...rest } = shown(application);
  return { client_id, client_secret, ...rest };
}
