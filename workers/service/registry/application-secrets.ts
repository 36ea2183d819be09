import { equalInConstantTime, fromBase64, sha256, toBase64, toHex, utf8 } from '../../core/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { badCredentialsError, type PresentedCredentials } from '../../core/protocol/credentials.ts';
import {
  createFieldCipher,
  type FieldCipher,
  fieldCiphers,
  fieldKeyBytes,
} from '../../core/protocol/field-cipher.ts';
import { fieldKey } from '../settings/service-sealed-types.ts';
import {
  type Application,
  type ApplicationSecret,
  type ApplicationsContext,
  findApplication,
} from './applications.ts';

/** Stores, compares, and decrypts client secrets. */

const noDigest = '0'.repeat(64);

/**
 * Authenticates a client and determines which of its secrets it used (§5). Rejecting an unknown client takes as
 * long as rejecting a wrong secret. @throws {ProtocolError} `bad_credentials` (401), or `bad_client_fields` (400).
 */
export async function authenticateApplication(
  context: ApplicationsContext,
  { client_id, client_secret, sentIn }: PresentedCredentials,
): Promise<{ application: Application; secret: ApplicationSecret }> {
  const [application, digest] = await Promise.all([
    findApplication(context, client_id),
    sha256(client_secret),
  ]);
  const presented = utf8(toHex(digest));
  const candidates = application?.secrets ?? [{ id: '', sha256: noDigest, field_key: '', created: 0 }];
  const [secret] = candidates.filter((candidate) => equalInConstantTime(presented, utf8(candidate.sha256)));
  if (application === undefined || secret === undefined) throw badCredentialsError(sentIn);
  return { application, secret };
}

/** Returns the stored form of a client secret. @param created in seconds since 1970. */
export async function toStoredSecret(
  keys: KeyRing,
  id: string,
  client_secret: string,
  created: number,
): Promise<ApplicationSecret> {
  const key = toBase64(fieldKeyBytes(client_secret));
  return {
    id,
    sha256: toHex(await sha256(client_secret)),
    field_key: await fieldKey.seal(keys, { key }),
    created,
  };
}

/**
 * Re-encrypts a secret's field key with the current key of `KEYS`, so that earlier keys can be removed. A field key
 * that can't be decrypted stays unchanged.
 */
export async function resealSecret(keys: KeyRing, secret: ApplicationSecret): Promise<ApplicationSecret> {
  const opened = await fieldKey.open(keys, secret.field_key, 0);
  return opened === undefined ? secret : { ...secret, field_key: await fieldKey.seal(keys, opened) };
}

/**
 * Returns whether the current key or an earlier key in `KEYS` encrypts a secret's field key.
 * @returns `unknown` if no key decrypts the field key. In this case, no user can be read with the secret.
 */
export async function sealingKeyId(
  keys: KeyRing,
  { field_key }: ApplicationSecret,
): Promise<'current' | 'earlier' | 'unknown'> {
  if ((await fieldKey.open(keys, field_key, 0)) === undefined) return 'unknown';
  return fieldKey.isCurrent(keys, field_key) ? 'current' : 'earlier';
}

/** Returns the field cipher of one secret (§2.2), which is created once per isolate. */
export function fieldCipherOf(keys: KeyRing, { field_key }: ApplicationSecret): Promise<FieldCipher> {
  return fieldCiphers.once(field_key, () => openFieldCipher(keys, field_key));
}

async function openFieldCipher(keys: KeyRing, field_key: string): Promise<FieldCipher> {
  const opened = await fieldKey.open(keys, field_key, 0);
  const bytes = opened === undefined ? undefined : fromBase64(opened.key);
  if (bytes === undefined)
    throw new Error('The field key of an application is encrypted with a key that is not in KEYS');
  return createFieldCipher(bytes);
}
