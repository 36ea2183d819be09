import type { KeyRing } from '../../../core/crypto/keys.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { fingerprintsOf } from '../../../core/worker/key-fingerprints.ts';
import {
  applicationPseudonyms,
  type Disclosure,
  type DisclosureEnv,
  disclosureShards,
  disclosuresOf,
  openDisclosure,
} from '../../objects/disclosure-index.ts';
import type { DisclosureRow, DisclosuresState } from '../../objects/disclosure-tables.ts';
import { lastDisclosureMargin, listCursorLifetime } from '../../settings/service-lifetimes.ts';
import { affectedCursor } from '../../settings/service-sealed-types.ts';

type AffectedContext = Pick<Context<DisclosureEnv & { KEYS: KeyRing }>, 'env' | 'now'>;

/** The users of one application to whom attributes were disclosed in a period, in seconds since 1970. */
export interface AffectedQuery {
  client_id: string;
  since: number;
  until: number;
}

export interface AffectedUsers {
  /** The application's name, unless it is deleted or unknown. */
  application?: string;
  /** At most about twice {@link pageSize} users. A page may be empty although there is a next page. */
  people: Omit<Disclosure, 'client_id'>[];
  /** Since when the index exists, in seconds since 1970. Missing if it is empty. */
  started?: number;
  /** Ids of keys that `DISCLOSURE_KEY` lacks, so that some users can't be listed. */
  missing_keys: string[];
  /** Number of rows on this page that can't be decrypted. */
  unreadable: number;
  cursor?: string;
}

/** Number of rows that are read from an object at once, and of users with which a page ends. */
const pageSize = 1_000;
/** Number of rows after which a page ends. It limits the CPU time of a request. */
const maxRead = 5_000;

/** The start of a page: in an object, at the rows under one key, after a row's name. */
interface Position {
  shard: number;
  key: string;
  after: string;
}

/**
 * Returns a page of the users whose attributes an application may have received in a period. The result includes
 * users whose disclosures are before and after the period, because the index contains only the first and the last
 * one. @param cursor the cursor from the previous page.
 * @throws {ProtocolError} `invalid_item` or `unavailable`.
 */
export async function listAffectedUsers(
  context: AffectedContext,
  query: AffectedQuery,
  cursor: string | undefined,
): Promise<AffectedUsers> {
  const { env, now } = context;
  const keys = env.DISCLOSURE_KEY;
  const order = [...keys.ids.filter((id) => id !== keys.current), keys.current];
  const pseudonyms = await applicationPseudonyms(keys, query.client_id);
  const page: AffectedUsers = { people: [], unreadable: 0, ...(await indexState(env)) };
  let position: Position | undefined = await startOf(context, query, cursor, order);
  for (let read = 0; position !== undefined && read < maxRead && page.people.length < pageSize; ) {
    const { shard, key, after }: Position = position;
    const rows: DisclosureRow[] = await readRows(context, shard, pseudonyms.get(key) ?? '', after);
    await addUsers(page, keys, rows, query);
    read += rows.length;
    const last = rows.at(-1);
    position =
      last !== undefined && rows.length === pageSize
        ? { shard, key, after: last.name }
        : nextPart(order, position);
  }
  if (position === undefined) return page;
  const next = { ...query, ...position };
  return { ...page, cursor: await affectedCursor.seal(env.KEYS, next, now + listCursorLifetime) };
}

/**
 * Decrypts a cursor. @param order ids of the keys.
 * @throws {ProtocolError} `invalid_item` if the cursor isn't from a page of the same query.
 */
async function startOf(
  { env, now }: AffectedContext,
  { client_id, since, until }: AffectedQuery,
  cursor: string | undefined,
  order: readonly string[],
): Promise<Position> {
  if (cursor === undefined) return { shard: 0, key: order[0] ?? '', after: '' };
  const opened = await affectedCursor.open(env.KEYS, cursor, now);
  const isSameQuery = opened?.client_id === client_id && opened.since === since && opened.until === until;
  if (opened === undefined || !isSameQuery || !order.includes(opened.key))
    throw new ProtocolError(refusals.invalid_item, { item: 'cursor' });
  const { shard, key, after } = opened;
  return { shard, key, after };
}

/**
 * Returns the beginning of the next part: the next key of the same object, or the next object. Rows under the
 * current key come last, because a row that is re-encrypted meanwhile moves there.
 */
function nextPart(order: readonly string[], { shard, key }: Position): Position | undefined {
  const next = order[order.indexOf(key) + 1];
  if (next !== undefined) return { shard, key: next, after: '' };
  const first = order[0] ?? '';
  return shard + 1 < disclosureShards ? { shard: shard + 1, key: first, after: '' } : undefined;
}

const readRows = ({ env, now }: AffectedContext, shard: number, application: string, after: string) =>
  callObject<DisclosureRow[]>(
    'reading the index of disclosures',
    disclosuresOf(env, shard).page(application, after, pageSize, now),
  );

async function addUsers(
  page: AffectedUsers,
  keys: KeyRing,
  rows: readonly DisclosureRow[],
  query: AffectedQuery,
): Promise<void> {
  for (const value of await Promise.all(rows.map((row) => openDisclosure(keys, row)))) {
    if (value === undefined) page.unreadable += 1;
    else if (overlaps(value, query)) {
      const { client_id: _, ...user } = value;
      page.people.push(user);
    }
  }
}

/** Whether a disclosure between the first and the last one may be in the period. */
function overlaps({ first, last, ended = Infinity }: Disclosure, { since, until }: AffectedQuery): boolean {
  return first <= until && Math.min(last + lastDisclosureMargin, ended) >= since;
}

/** Returns since when the index exists, and the keys without which some of its rows can't be found. */
async function indexState(env: DisclosureEnv): Promise<Pick<AffectedUsers, 'started' | 'missing_keys'>> {
  const reading = Array.from({ length: disclosureShards }, (_, shard) =>
    callObject<DisclosuresState | undefined>(
      'reading the index of disclosures',
      disclosuresOf(env, shard).state(),
    ),
  );
  const states = (await Promise.all(reading)).filter((state) => state !== undefined);
  const known = await fingerprintsOf(env.DISCLOSURE_KEY);
  const missing = states.flatMap(({ keys }) => keys.filter((key) => !known.includes(key)));
  const missing_keys = [...new Set(missing.map((key) => key.replace(/:.*$/, '')))].sort();
  const started = Math.min(...states.map((state) => state.started));
  return { missing_keys, ...(states.length > 0 && { started }) };
}
