import * as v from 'valibot';
import { randomBytes, toHex } from '../../../packages/plid/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { resealSecret, sealingOf, storeSecret } from '../shared/application-secrets.ts';
import type { Application, ApplicationSecret } from '../shared/applications.ts';
import { attributeList, consentFields, readableText } from './consent-fields.ts';
import { callbackAddress, eventAddress } from './registered-address.ts';

const maxNameLength = 100;

const fields = {
  name: readableText('name', maxNameLength),
  redirect_uris: v.pipe(
    v.array(callbackAddress),
    v.minLength(1),
    v.maxLength(20),
    v.check((given) => new Set(given).size === given.length),
  ),
  attributes: attributeList,
};
const reads = v.picklist(['many', 'once']);
const success = v.picklist(['success', '']);
const popup = v.boolean();
/** Whether it may have the same name as another application. Checked once, not stored. */
const same_name = v.exactOptional(v.boolean(), false);

/** What an operator sends to register an application. */
export const registration = v.strictObject({
  ...fields,
  reads: v.exactOptional(reads, 'many'),
  success: v.exactOptional(success, 'success'),
  ...consentFields,
  purpose_en: v.exactOptional(consentFields.purpose_en, ''),
  retention_en: v.exactOptional(consentFields.retention_en, ''),
  support_url: v.exactOptional(consentFields.support_url, ''),
  optional: v.exactOptional(consentFields.optional, []),
  events: v.exactOptional(eventAddress, ''),
  popup: v.exactOptional(popup, false),
  same_name,
});

/** What an operator changes about an application; what is left out stays. */
export const change = v.strictObject({
  name: v.exactOptional(fields.name),
  redirect_uris: v.exactOptional(fields.redirect_uris),
  attributes: v.exactOptional(fields.attributes),
  reads: v.exactOptional(reads),
  success: v.exactOptional(success),
  recipient: v.exactOptional(consentFields.recipient),
  purpose: v.exactOptional(consentFields.purpose),
  purpose_en: v.exactOptional(consentFields.purpose_en),
  retention: v.exactOptional(consentFields.retention),
  retention_en: v.exactOptional(consentFields.retention_en),
  privacy_url: v.exactOptional(consentFields.privacy_url),
  support_url: v.exactOptional(consentFields.support_url),
  optional: v.exactOptional(consentFields.optional),
  events: v.exactOptional(eventAddress),
  popup: v.exactOptional(popup),
  same_name,
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const clientIdLength = 20;

/** A new client id. Bytes that would make some letters likelier than others are skipped. */
export function createClientId(): string {
  let client_id = '';
  while (client_id.length < clientIdLength) {
    const [byte = 255] = randomBytes(1);
    if (byte < 4 * letters.length) client_id += letters[byte % letters.length];
  }
  return client_id;
}

/** 32 bytes: 64 hexadecimal digits. */
const secretLength = 32;
const secretIdLength = 8;

/** A new client secret, and what is kept of it. @param at in seconds since 1970. */
export async function createSecret(keys: KeyRing, at: number) {
  const client_secret = toHex(randomBytes(secretLength));
  const secret = await storeSecret(keys, toHex(randomBytes(secretIdLength)), client_secret, at);
  return { client_secret, secret };
}

/** The field keys of an application's secrets, sealed under the current one of KEYS, by the id of the secret. */
export async function resealFieldKeys(keys: KeyRing, secrets: readonly ApplicationSecret[]) {
  const resealed = await Promise.all(secrets.map((secret) => resealSecret(keys, secret)));
  return Object.fromEntries(resealed.map(({ id, field_key }) => [id, field_key]));
}

/**
 * An application as the operator sees it: without the digests and field keys of its secrets, but with the word under which key of
 * KEYS each of these is sealed.
 */
export async function publicFields(keys: KeyRing, registered: Application) {
  const { secrets, created, version, events = '', popup = false, ...application } = registered;
  const shown = secrets.map(async (secret) => {
    const { id, created } = secret;
    return { id, created, sealed: await sealingOf(keys, secret) };
  });
  return { ...application, events, popup, secrets: await Promise.all(shown), created, version };
}

/** The same with a new secret, which is shown only in this answer and not stored. */
export async function publicFieldsWithSecret(keys: KeyRing, application: Application, client_secret: string) {
  const { client_id, ...rest } = await publicFields(keys, application);
  return { client_id, client_secret, ...rest };
}
