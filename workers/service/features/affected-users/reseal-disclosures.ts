import type { KeyRing } from '../../../core/crypto/keys.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { fingerprintsOf } from '../../../core/worker/key-fingerprints.ts';
import {
  type DisclosureEnv,
  disclosureShards,
  disclosuresOf,
  isCurrentDisclosure,
  openDisclosure,
  sealDisclosure,
} from '../../objects/disclosure-index.ts';
import type { DisclosureRow, DisclosureWrite } from '../../objects/disclosure-tables.ts';
import { listCursorLifetime } from '../../settings/service-lifetimes.ts';
import { resealCursor } from '../../settings/service-sealed-types.ts';

/** Number of rows that one request reads. */
const pageSize = 1_000;
const start = { application: '', name: '', former: false };

/** @property resealed number of rows that were re-encrypted. @property unreadable number of rows without a key. */
interface Resealed {
  resealed: number;
  unreadable: number;
  cursor?: string;
}

/**
 * Names and encrypts a page of rows of the index with the current key. Rows that are written meanwhile are newer
 * and stay unchanged. An object in which no row under a former key was found forgets these keys. Call this until
 * nothing was re-encrypted. @param cursor the cursor from the previous page. @throws {ProtocolError} `invalid_item`
 * or `unavailable`.
 */
export async function resealDisclosures(
  { env, now }: Pick<Context<DisclosureEnv & { KEYS: KeyRing }>, 'env' | 'now'>,
  cursor: string | undefined,
): Promise<Resealed> {
  const opened =
    cursor === undefined ? { shard: 0, ...start } : await resealCursor.open(env.KEYS, cursor, now);
  if (opened === undefined) throw new ProtocolError(refusals.invalid_item, { item: 'cursor' });
  const { shard, application, name } = opened;
  const object = disclosuresOf(env, shard);
  const rows = await call<DisclosureRow[]>(object.rows({ application, name }, pageSize));
  const { writes, unreadable } = await resealRows(env.DISCLOSURE_KEY, rows);
  const [current = ''] = await fingerprintsOf(env.DISCLOSURE_KEY);
  if (writes.length > 0) await call(object.put(writes, current, now));
  const former = opened.former || writes.length + unreadable > 0;
  const last = rows.length < pageSize ? undefined : rows.at(-1);
  if (last === undefined && !former) await call(object.keepKey(current));
  const next =
    last === undefined
      ? { shard: shard + 1, ...start }
      : { shard, application: last.application, name: last.name, former };
  const counted = { resealed: writes.length, unreadable };
  if (next.shard >= disclosureShards) return counted;
  return { ...counted, cursor: await resealCursor.seal(env.KEYS, next, now + listCursorLifetime) };
}

const call = <Result>(work: Promise<Result>) => callObject('re-encrypting the index of disclosures', work);

async function resealRows(keys: KeyRing, rows: readonly DisclosureRow[]) {
  const writes: DisclosureWrite[] = [];
  let unreadable = 0;
  for (const row of rows.filter((each) => !isCurrentDisclosure(keys, each))) {
    const value = await openDisclosure(keys, row);
    if (value === undefined) unreadable += 1;
    else writes.push(await sealDisclosure(keys, value, row.revision));
  }
  return { writes, unreadable };
}
