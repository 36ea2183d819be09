import type { KeyRing } from '../../../core/crypto/keys.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callKv } from '../../../core/storage/call-with-timeout.ts';
import { nameDigest } from '../../registry/application-names.ts';
import { type Application, applicationKvKey } from '../../registry/applications.ts';
import { listCursorLifetime } from '../../settings/service-lifetimes.ts';
import { listCursor } from '../../settings/service-sealed-types.ts';
import * as operatorRefusals from '../access/operator-refusals.ts';
import { existingApplication, type StoreEnv } from './application-store.ts';

interface ListingEnv extends StoreEnv {
  KEYS: KeyRing;
  APPLICATIONS: KVNamespace;
}

/** Number of applications on one page of the list. */
const pageSize = 100;
const prefix = applicationKvKey('');

/** Metadata of each application's copy in KV. */
interface Metadata {
  /** {@link nameDigest} of the application's name. */
  name: string;
}

const listKeys = (kv: KVNamespace, options: KVNamespaceListOptions) =>
  callKv('listing applications in KV', kv.list<Metadata>({ prefix, ...options }));

/**
 * Returns one page of all applications, sorted by client id. The list of ids comes from KV, which may lag by a
 * minute. Each application is read from its object. @param cursor the cursor from the previous page. @param now in
 * seconds since 1970.
 * @returns the page and, if there is a next page, its cursor. @throws {ProtocolError} `invalid_item`,
 * `unavailable`.
 */
export async function listApplications(env: ListingEnv, cursor: string | undefined, now: number) {
  const position = await decryptListCursor(env, cursor, now);
  const page = await listKeys(env.APPLICATIONS, { limit: pageSize, cursor: position });
  const reading = page.keys.map(({ name }) => existingApplication(env, name.slice(prefix.length)));
  return {
    applications: (await Promise.all(reading)).filter((application) => application !== undefined),
    cursor: await nextCursor(env, page, now),
  };
}

/**
 * Decrypts a cursor.
 * @returns null if there is no cursor, which means the first page. @throws {ProtocolError} `invalid_item`.
 */
export async function decryptListCursor(
  { KEYS }: Pick<ListingEnv, 'KEYS'>,
  cursor: string | undefined,
  now: number,
): Promise<string | null> {
  const position = cursor === undefined ? null : (await listCursor.open(KEYS, cursor, now))?.position;
  if (position === undefined) throw new ProtocolError(refusals.invalid_item, { item: 'cursor' });
  return position;
}

/** Returns the cursor of the next page, or undefined on the last page. */
export async function nextCursor(
  { KEYS }: Pick<ListingEnv, 'KEYS'>,
  page: KVNamespaceListResult<unknown>,
  now: number,
): Promise<string | undefined> {
  return page.list_complete
    ? undefined
    : listCursor.seal(KEYS, { position: page.cursor }, now + listCursorLifetime);
}

/**
 * Rejects a name that looks like the name of another application. Two such names may both pass if they are
 * registered within the same minute. @throws {ProtocolError} `name_taken` with the other application's client id,
 * or `unavailable`.
 */
export async function refuseTakenName(env: ListingEnv, { name, client_id }: NamedApplication): Promise<void> {
  const digest = await nameDigest(name);
  let cursor: string | null = null;
  do {
    const page = await listKeys(env.APPLICATIONS, { cursor });
    for (const { name: key, metadata } of page.keys) {
      const other = key.slice(prefix.length);
      if (metadata?.name !== digest || other === client_id) continue;
      const application = await existingApplication(env, other);
      if (application !== undefined && (await nameDigest(application.name)) === digest)
        throw new ProtocolError(operatorRefusals.name_taken, { value: other });
    }
    cursor = page.list_complete ? null : page.cursor;
  } while (cursor !== null);
}

type NamedApplication = Pick<Application, 'name'> & Partial<Pick<Application, 'client_id'>>;
