import { equalInConstantTime, fromBase64, sha256, toBase64, toHex, utf8 } from '../core/bytes.ts';
import { badCredentials, type PresentedCredentials } from '../core/credentials.ts';
import { orUnavailable } from '../core/errors.ts';
import { createFieldCipher, type FieldCipher, fieldKeyBytes } from '../core/field-cipher.ts';
import type { KeyRing } from '../core/keys.ts';
import type { Attribute, SuccessWord } from '../core/user-record.ts';
import { fieldKey } from './sealed-values.ts';

/** A client secret at rest: what proves it, and what encrypts with it, but not the secret. */
export interface ApplicationSecret {
  id: string;
  /** Lower-case hexadecimal. The secret has 256 bits of entropy, so that no slow derivation is needed. */
  sha256: string;
  /** The sealed field key (§2.2). */
  field_key: string;
  /** In seconds since 1970. */
  created: number;
}

/** A registered application, as KV holds it under {@link applicationKey}. */
export interface Application {
  client_id: string;
  name: string;
  redirect_uris: string[];
  attributes: Attribute[];
  /** How often one access token reads the user record. */
  reads: 'many' | 'once';
  /** What the envelope's `error` says on success (§2.4); some clients take any word there for a failure. */
  success: SuccessWord;
  /** The current secret first; two during a rotation. */
  secrets: ApplicationSecret[];
  created: number;
}

export interface ApplicationsEnv {
  APPLICATIONS: KVNamespace;
  KEYS: KeyRing;
}

/** How long an isolate keeps a record, in seconds. KV itself may lag by as much again. */
const memoLifetime = 30;
const memoSize = 1_000;
const memo = new Map<string, { application: Application; until: number }>();

export const clientIdFormat = /^[A-Za-z0-9]{20}$/;

export const applicationKey = (client_id: string) => `application:${client_id}`;

/**
 * A registered application; undefined where there is none. Changes are seen within a minute or so (docs/operating.md).
 * @param now in seconds since 1970. @throws {ProtocolError} `unavailable` where KV fails.
 */
export async function findApplication(
  env: Pick<ApplicationsEnv, 'APPLICATIONS'>,
  client_id: string,
  now: number,
): Promise<Application | undefined> {
  const known = memo.get(client_id);
  if (known !== undefined && now < known.until) return known.application;
  if (!clientIdFormat.test(client_id)) return undefined;
  const read = env.APPLICATIONS.get<Application>(applicationKey(client_id), 'json');
  const application = (await orUnavailable('reading an application from KV', read)) ?? undefined;
  memo.delete(client_id);
  if (application === undefined) return undefined;
  if (memo.size >= memoSize) memo.clear();
  memo.set(client_id, { application, until: now + memoLifetime });
  return application;
}

/** For whoever has changed a record: this isolate sees the change at once. */
export function forgetApplication(client_id: string): void {
  memo.delete(client_id);
}

const nobody = '0'.repeat(64);

/**
 * The application whose credentials these are, and which of its secrets it used (§5). An unknown client and a wrong
 * secret take the same path.
 * @throws {ProtocolError} `bad_credentials` (401), or `bad_client_fields` (400).
 */
export async function authenticateApplication(
  env: ApplicationsEnv,
  { client_id, client_secret, sentIn }: PresentedCredentials,
  now: number,
): Promise<{ application: Application; secret: ApplicationSecret }> {
  const [application, digest] = await Promise.all([
    findApplication(env, client_id, now),
    sha256(client_secret),
  ]);
  const presented = utf8(toHex(digest));
  const candidates = application?.secrets ?? [{ id: '', sha256: nobody, field_key: '', created: 0 }];
  const [secret] = candidates.filter((candidate) => equalInConstantTime(presented, utf8(candidate.sha256)));
  if (application === undefined || secret === undefined) throw badCredentials(sentIn);
  return { application, secret };
}

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

const ciphers = new Map<string, Promise<FieldCipher>>();

/** The field cipher of one secret (§2.2), made once per isolate. */
export function fieldCipherOf(keys: KeyRing, { field_key }: ApplicationSecret): Promise<FieldCipher> {
  if (ciphers.size >= memoSize) ciphers.clear();
  const known = ciphers.get(field_key) ?? openFieldCipher(keys, field_key);
  ciphers.set(field_key, known);
  return known;
}

async function openFieldCipher(keys: KeyRing, field_key: string): Promise<FieldCipher> {
  const opened = await fieldKey.open(keys, field_key, 0);
  const bytes = opened === undefined ? undefined : fromBase64(opened.key);
  if (bytes === undefined)
    throw new Error('The field key of an application is sealed under a key that is not in KEYS');
  return createFieldCipher(bytes);
}
