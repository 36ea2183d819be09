import * as v from 'valibot';
import type { KeyRing } from '../../../core/crypto/keys.ts';
import { clientIdFormat } from '../../../core/protocol/credentials.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Application, ApplicationSecret } from '../../registry/applications.ts';
import { fieldKey } from '../../settings/service-sealed-types.ts';
import * as operatorRefusals from '../access/operator-refusals.ts';
import { fieldsWithDefaults, rejectUnrequestedOptional } from './field-schemas.ts';

/**
 * Exports and imports applications, so that they can be backed up or moved to another service. An export contains
 * everything that is stored except version and history. Client secrets stay hashed, and their field keys stay
 * encrypted with `KEYS`. Only a service with the same `KEYS` can decrypt the field keys.
 */

const time = v.pipe(v.number(), v.integer(), v.minValue(0));
const secret = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  field_key: v.pipe(v.string(), v.maxLength(1_000)),
  created: time,
});

/** One application in an export. */
export const imported = v.strictObject({
  ...fieldsWithDefaults,
  client_id: v.pipe(v.string(), v.regex(clientIdFormat)),
  secrets: v.pipe(v.array(secret), v.minLength(1), v.maxLength(2)),
  created: time,
  /** Whether an existing application is replaced. This value isn't stored. */
  replace: v.exactOptional(v.boolean(), false),
});

export const exportedFields = ({ version: _, ...application }: Application) => application;

/**
 * Returns the imported application with its field keys encrypted with the current key of `KEYS`. @throws
 * {ProtocolError} `sealed_elsewhere` if the field keys can't be decrypted, or `optional_not_asked` if an optional
 * attribute isn't requested.
 */
export async function readImported<Given extends Omit<Application, 'version'>>(
  keys: KeyRing,
  application: Given,
): Promise<Given> {
  rejectUnrequestedOptional(application.optional, application.attributes);
  const secrets = await Promise.all(application.secrets.map((each) => reencryptSecret(keys, each)));
  return { ...application, secrets };
}

async function reencryptSecret(keys: KeyRing, stored: ApplicationSecret): Promise<ApplicationSecret> {
  const opened = await fieldKey.open(keys, stored.field_key, 0);
  if (opened === undefined) throw new ProtocolError(operatorRefusals.sealed_elsewhere);
  return { ...stored, field_key: await fieldKey.seal(keys, opened) };
}
