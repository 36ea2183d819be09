import * as v from 'valibot';
import { randomBytes, toHex } from '../../../core/crypto/bytes.ts';
import type { KeyRing } from '../../../core/crypto/keys.ts';
import { resealSecret, sealingKeyId, toStoredSecret } from '../../registry/application-secrets.ts';
import type { Application, ApplicationSecret } from '../../registry/applications.ts';
import { fieldsWithDefaults, optionalFields } from './field-schemas.ts';

/** Whether the name may look like the name of another application. This value is checked once and isn't stored. */
const same_name = v.exactOptional(v.boolean(), false);

/**
 * Whether loopback addresses may be registered at a deployed service. This value is checked once and isn't stored.
 */
const allow_loopback = v.exactOptional(v.boolean(), false);

export const registration = v.strictObject({ ...fieldsWithDefaults, same_name, allow_loopback });

/** The body of a request that changes an application. Missing fields stay unchanged. */
export const change = v.strictObject({ ...optionalFields, same_name, allow_loopback });

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const clientIdLength = 20;

/** Creates a client id. Random bytes that would make some letters more likely than others are skipped. */
export function createClientId(): string {
  let client_id = '';
  while (client_id.length < clientIdLength) {
    const [byte = 255] = randomBytes(1);
    if (byte < 4 * letters.length) client_id += letters[byte % letters.length];
  }
  return client_id;
}

/** Length of a client secret in bytes, which are written as 64 hexadecimal digits. */
const secretLength = 32;
const secretIdLength = 8;

/** Creates a client secret and the values that are stored for it. @param at in seconds since 1970. */
export async function createSecret(keys: KeyRing, at: number) {
  const client_secret = toHex(randomBytes(secretLength));
  const secret = await toStoredSecret(keys, toHex(randomBytes(secretIdLength)), client_secret, at);
  return { client_secret, secret };
}

/** Returns the field keys of an application's secrets by secret id, encrypted with the current key of `KEYS`. */
export async function resealFieldKeys(keys: KeyRing, secrets: readonly ApplicationSecret[]) {
  const resealed = await Promise.all(secrets.map((secret) => resealSecret(keys, secret)));
  return Object.fromEntries(resealed.map(({ id, field_key }) => [id, field_key]));
}

/**
 * Returns an application's fields for the operator, without its secrets' digests and field keys. Each secret shows
 * whether the current or an earlier key in `KEYS` encrypts its field key.
 */
export async function fieldsForOperator(keys: KeyRing, registered: Application) {
  const { client_id, secrets, created, version, ...stated } = registered;
  const shown = secrets.map(async (secret) => {
    const { id, created } = secret;
    return { id, created, sealed: await sealingKeyId(keys, secret) };
  });
  return { client_id, ...stated, secrets: await Promise.all(shown), created, version };
}

/** Does the same as {@link fieldsForOperator} and adds a new client secret, which only this response contains. */
export async function fieldsForOperatorWithSecret(
  keys: KeyRing,
  application: Application,
  client_secret: string,
) {
  const { client_id, ...rest } = await fieldsForOperator(keys, application);
  return { client_id, client_secret, ...rest };
}
