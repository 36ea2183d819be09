import { toBase64url, utf8 } from '../core/bytes.ts';
import { orUnavailable } from '../core/errors.ts';
import type { KeyRing } from '../core/keys.ts';
import { attributes, type Identity } from '../core/user-record.ts';
import type { Bindings } from './bindings.ts';
import { storedIdentity } from './sealed-values.ts';
import { endingOfAll } from './session-rows.ts';

export type UsersEnv = Pick<Bindings, 'DATABASE' | 'KEYS'>;

type UserRow = {
  plid: string;
  ci_index: string | null;
  identity: string;
  first_login: number;
  last_login: number;
};

/**
 * What to remember of a user who signs in. An automatic login brings no identity (§2.1 mode 2): what was known stays.
 * The same person (`ci`) under a new plid has registered again: their row moves, and the sessions of the old plid end.
 * @param identity without empty attributes. @param now in seconds since 1970.
 * @returns all that is known of them now, the plids that are no more, and the statements, to be run in one batch.
 */
export async function rememberUser(env: UsersEnv, plid: string, identity: Identity, now: number) {
  const { DATABASE, KEYS } = env;
  const indexes = identity.ci === undefined ? [] : await indexCi(KEYS, identity.ci);
  const rows = await findRows(DATABASE, plid, indexes);
  const known = await Promise.all(rows.map((row) => openIdentity(KEYS, row.identity)));
  const merged = orderly(Object.assign({}, ...known, identity));
  const moved = rows.map((row) => row.plid).filter((old) => old !== plid);
  const current = rows.find((row) => row.plid === plid);
  const first = Math.min(now, ...rows.map((row) => row.first_login));
  const values = [
    plid,
    indexes[0] ?? current?.ci_index ?? null,
    await storedIdentity.seal(KEYS, merged),
    first,
    now,
  ];
  const statements = [
    ...moved.flatMap((old) => [deletion(DATABASE, old), endingOfAll(DATABASE, old)]),
    DATABASE.prepare('INSERT OR REPLACE INTO users VALUES (?, ?, ?, ?, ?)').bind(...values),
  ];
  return { identity: merged, moved, statements };
}

/** To be run in a batch with the end of the user's sessions. */
export const deletion = (database: D1Database, plid: string): D1PreparedStatement =>
  database.prepare('DELETE FROM users WHERE plid = ?').bind(plid);

/** Rows of the plid and of the person, the plid's own last: what it knows is the latest. */
async function findRows(database: D1Database, plid: string, indexes: readonly string[]): Promise<UserRow[]> {
  const places = indexes.map(() => '?').join(', ');
  const select = database
    .prepare(`SELECT * FROM users WHERE plid = ? OR ci_index IN (${places}) ORDER BY plid = ?, last_login`)
    .bind(plid, ...indexes, plid);
  return (await orUnavailable('reading users from D1', select.all<UserRow>())).results;
}

/** The HMACs of a ci under each of the keys, the current one first: an older key may have named the row. */
async function indexCi(keys: KeyRing, ci: string): Promise<string[]> {
  const indexKeys = await keys.deriveIndexKeys('gateway ci index');
  const macs = await Promise.all(indexKeys.map((key) => crypto.subtle.sign('HMAC', key, utf8(ci))));
  return macs.map((mac) => toBase64url(new Uint8Array(mac)));
}

/** A row sealed under a key that is no longer in KEYS can't be read; the next full sign-in writes it anew. */
export const openIdentity = async (keys: KeyRing, sealed: string): Promise<Identity> =>
  (await storedIdentity.open(keys, sealed, 0)) ?? {};

const orderly = (identity: Identity): Identity =>
  Object.fromEntries(
    attributes.flatMap((attribute) => (identity[attribute] ? [[attribute, identity[attribute]]] : [])),
  );
