import { DurableObject } from 'cloudflare:workers';

/**
 * The limit for `Flow` and `User`: the same promises with the fewest SQL statements. A flow is claimed once; a sign-in overwrites nothing that it has
 * not read; a session ends with its row.
 */

interface Claim {
  status: string;
  code: string;
  deadline: number;
  expires: number;
}

/** How long a flow's outcome is kept after its end, in seconds. */
const kept = 300;

export class Flow extends DurableObject {
  readonly #storage = this.ctx.storage;

  claim(claim: Claim, at: number) {
    const outcome = this.#storage.kv.get<Claim>('flow');
    if (outcome !== undefined) return outcome;
    if (claim.expires <= at) return { status: 'expired' };
    this.#storage.kv.put('flow', claim);
    void this.#storage.setAlarm((claim.expires + kept) * 1000);
    return { status: 'claimed' };
  }

  succeed(plid: string): void {
    const claim = this.#storage.kv.get<Claim>('flow');
    if (claim?.status === 'exchanging') this.#storage.kv.put('flow', { ...claim, status: 'signed_in', plid });
  }

  override alarm(): Promise<void> {
    return this.#storage.deleteAll();
  }
}

const tables = `
  CREATE TABLE user (
    one INTEGER PRIMARY KEY CHECK (one = 1), identity TEXT NOT NULL, owner TEXT, revision INTEGER NOT NULL,
    seen INTEGER NOT NULL, full_sign_in_after INTEGER, number TEXT, attributes TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, agent TEXT NOT NULL, autoLoginYn TEXT NOT NULL, autoStatusCheck TEXT NOT NULL,
    created INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`;

interface Session {
  id: string;
  agent: string;
  autoLoginYn: string;
  autoStatusCheck: string;
  created: number;
  expires: number;
}

interface SignIn {
  session: Session;
  identity: string;
  attributes: string[];
  owner: string | undefined;
  replaces: string | undefined;
  number: { index: string | null };
}

type Row = Record<string, SqlStorageValue>;

export class User extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  #exists = this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'user'").toArray().length > 0;
  #isAlarmed = false;

  /** The identity replaces one of the same user with the same attributes. */
  signIn({ session, identity, attributes, owner, replaces, number }: SignIn, at: number) {
    if (!this.#exists) this.#sql.exec(tables);
    this.#exists = true;
    const written = this.#sql.exec(
      `INSERT INTO user VALUES (1, ?, ?, 1, ?, NULL, ?, ?) ON CONFLICT (one) DO UPDATE SET identity = excluded.identity,
         revision = revision + 1, seen = excluded.seen, full_sign_in_after = NULL, number = excluded.number
       WHERE owner = excluded.owner AND attributes = excluded.attributes`,
      ...[identity, owner ?? null, at, number.index, attributes.join(' ')],
    );
    if (written.rowsWritten === 0) return { outcome: 'changed' };
    if (replaces !== undefined) this.#sql.exec('DELETE FROM sessions WHERE id = ?', replaces);
    const { id, agent, autoLoginYn, autoStatusCheck, created, expires } = session;
    const row = [id, agent, autoLoginYn, autoStatusCheck, created, expires];
    this.#sql.exec('INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)', ...row);
    if (!this.#isAlarmed) void this.ctx.storage.setAlarm(expires * 1000);
    this.#isAlarmed = true;
    return { outcome: 'signed_in', ended: replaces === undefined ? [] : [replaces] };
  }

  session(id: string, at: number): Row | undefined {
    if (!this.#exists) return undefined;
    const query =
      'SELECT id, agent, autoLoginYn, autoStatusCheck, created, expires, identity FROM sessions, user WHERE id = ? AND expires > ?';
    return this.#sql.exec(query, id, at).toArray()[0];
  }

  override alarm(): void {
    this.#isAlarmed = false;
    this.#sql.exec('DELETE FROM sessions WHERE expires <= ?', Math.floor(Date.now() / 1000));
    const [row] = this.#sql.exec<{ next: number | null }>('SELECT min(expires) AS next FROM sessions');
    if (row?.next != null) void this.ctx.storage.setAlarm(row.next * 1000);
  }
}

export default { fetch: () => new Response('', { status: 404 }) };
