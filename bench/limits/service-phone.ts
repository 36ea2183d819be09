import { DurableObject } from 'cloudflare:workers';

/** The limit for `Phone`: requests are counted exactly, one is on the phone at a time, and a number has one owner. */

const tables = `
  CREATE TABLE registration (
    id INTEGER PRIMARY KEY CHECK (id = 1), plid TEXT, owner TEXT, since INTEGER NOT NULL, network TEXT, reused INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE requests (
    id TEXT PRIMARY KEY, caller TEXT NOT NULL, known INTEGER NOT NULL, status TEXT NOT NULL, sent INTEGER NOT NULL,
    forgotten INTEGER NOT NULL, carrier_id TEXT, client_id TEXT, sign_in TEXT, network TEXT, why TEXT,
    took INTEGER NOT NULL DEFAULT 0, resent INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;`;

interface Caller {
  caller: string;
  known: boolean;
  network: string;
}

/** How long a request counts, and how long the next one waits, in seconds. */
const [counted, interval] = [86_400, 3];

type RequestRow = { caller: string; known: number; status: string; sent: number };

export class Phone extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  #exists = this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'requests'").toArray().length > 0;
  #isAlarmed = false;

  admit(
    id: string,
    { caller, known, network }: Caller,
    at: number,
    limit: number,
    about: { client_id: string; sign_in: string },
  ) {
    this.#make();
    const query =
      "SELECT caller, known, status, sent FROM requests WHERE status <> 'cancelled' ORDER BY sent";
    const requests = this.#sql.exec<RequestRow>(query).toArray();
    const theirs = requests.filter((row) => (known ? row.caller === caller : row.known === 0));
    const isFull = theirs.length >= limit || (requests.at(-1)?.sent ?? 0) + interval > at;
    if (isFull || requests.some(({ status }) => status === 'denied')) return { admitted: false };
    const row = [id, caller, known ? 1 : 0, at, at + counted, about.client_id, about.sign_in, network];
    this.#sql.exec(
      `INSERT INTO requests (id, caller, known, status, sent, forgotten, client_id, sign_in, network)
       VALUES (?, ?, ?, 'sent', ?, ?, ?, ?, ?)`,
      ...row,
    );
    if (!this.#isAlarmed) void this.ctx.storage.setAlarm((at + counted) * 1000);
    this.#isAlarmed = true;
    return { admitted: true, known, reused: false };
  }

  reached(id: string, carrierId: string): void {
    if (this.#exists) this.#sql.exec('UPDATE requests SET carrier_id = ? WHERE id = ?', carrierId, id);
  }

  approve({ owner, network }: { owner: string; network: string }, at: number) {
    this.#make();
    const plid = crypto.randomUUID();
    const statement =
      'INSERT OR REPLACE INTO registration (id, plid, owner, since, network) VALUES (1, ?, ?, ?, ?)';
    this.#sql.exec(statement, plid, owner, at, network);
    this.#sql.exec("DELETE FROM requests WHERE status <> 'cancelled'");
    return { plid, registration: 'made' };
  }

  /** @param signIn one that must not have been cancelled. */
  plid(signIn: string): string | undefined {
    if (!this.#exists) return undefined;
    const query = 'SELECT plid FROM registration WHERE NOT EXISTS (SELECT 1 FROM requests WHERE id = ?)';
    return this.#sql.exec<{ plid: string }>(query, `cancelled ${signIn}`).toArray()[0]?.plid;
  }

  override alarm(): void {
    this.#isAlarmed = false;
    this.#sql.exec('DELETE FROM requests WHERE forgotten <= ?', Math.floor(Date.now() / 1000));
  }

  #make(): void {
    if (!this.#exists) this.#sql.exec(tables);
    this.#exists = true;
  }
}
