import { fromBase64, sha256, toBase64, toHex } from '../../core/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import {
  cachedFieldCipher,
  createFieldCipher,
  type FieldCipher,
  fieldKeyBytes,
} from '../../core/protocol/field-cipher.ts';
import type { ApplicationSecret } from './applications.ts';
import { fieldKey } from './service-values.ts';

/** A client secret as it is stored. @param created in seconds since 1970. */
export async function storeSecret(
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
 * The same secret with its field key sealed under the current one of KEYS, so that the one before can be dropped.
 * A field key that does not open stays as it is.
 */
export async function resealSecret(keys: KeyRing, secret: ApplicationSecret): Promise<ApplicationSecret> {
  const opened = await fieldKey.open(keys, secret.field_key, 0);
  return opened === undefined ? secret : { ...secret, field_key: await fieldKey.seal(keys, opened) };
}

/** The field cipher of one secret (§2.2), made once per isolate. */
export function fieldCipherOf(keys: KeyRing, { field_key }: ApplicationSecret): Promise<FieldCipher> {
  return cachedFieldCipher(field_key, () => openFieldCipher(keys, field_key));
}

async function openFieldCipher(keys: KeyRing, field_key: string): Promise<FieldCipher> {
  const opened = await fieldKey.open(keys, field_key, 0);
  const bytes = opened === undefined ? undefined : fromBase64(opened.key);
  if (bytes === undefined)
    throw new Error('The field key of an application is sealed under a key that is not in KEYS');
  return createFieldCipher(bytes);
}
