import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers';
import { type Clock, type ClockBinding, now } from '../../workers/core/worker/clock.ts';

/** The namespace's behaviour; a field that is left out works. */
export interface KvBehaviour {
  /** How far behind reads are, in seconds, at most {@link maxLag}. */
  lag?: number;
  /** `fail` at once, or `hang` longer than any caller waits. */
  calls?: 'work' | 'fail' | 'hang';
}

/** How long an older value is kept, in seconds. */
const maxLag = 60;
/** In milliseconds. */
const silence = 4_000;

type Row = { value: string; metadata: string; until: number };
type Keys = DurableObjectNamespace<KvRows>;

/** The values of a namespace, on disk: a runtime that is killed finds them again. Times in seconds since 1970. */
export class KvRows extends DurableObject<ClockBinding> {
  readonly #sql = this.ctx.storage.sql;

  constructor(ctx: DurableObjectState, env: ClockBinding) {
    super(ctx, env);
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS versions (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL, metadata TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS by_key ON versions (key)`);
  }

  read(key: string, at: number, seen: number): Row | undefined {
    const query = 'SELECT * FROM versions WHERE key = ? AND since <= ? ORDER BY id DESC LIMIT 1';
    const [row] = this.#sql.exec<Row>(query, key, seen).toArray();
    return row !== undefined && at < row.until ? row : undefined;
  }

  keys(): string[] {
    return this.#sql
      .exec<{ key: string }>('SELECT DISTINCT key FROM versions')
      .toArray()
      .map(({ key }) => key);
  }

  /** Deletes values that reads can no longer return. */
  write(key: string, { value, metadata, until }: Row, at: number): void {
    const query = 'INSERT INTO versions (key, value, metadata, since, until) VALUES (?, ?, ?, ?, ?)';
    this.#sql.exec(query, key, value, metadata, at, until);
    this.sweep(at);
  }

  sweep(at: number): void {
    this.#sql.exec(
      `DELETE FROM versions WHERE until <= ? OR since <= ? AND EXISTS
         (SELECT 1 FROM versions AS later WHERE later.key = versions.key AND later.id > versions.id AND later.since <= ?)`,
      ...[at - maxLag, at - maxLag, at - maxLag],
    );
  }
}

let behaviour: KvBehaviour = {};

/** Replaces a KV namespace with one that lags, fails, or does not answer on demand. It keeps its values when it is killed. */
export default class StoredKv extends WorkerEntrypoint<{ CLOCK: Clock; ROWS: Keys }> {
  behave(next: KvBehaviour): void {
    behaviour = next;
  }

  /** Every key that holds a value at this time. */
  async stored(): Promise<string[]> {
    await this.#rows.sweep(await now(this.env));
    return this.#rows.keys();
  }

  async get(key: string, type?: string): Promise<unknown> {
    await obey();
    const at = await now(this.env);
    const row = await this.#rows.read(key, at, at - (behaviour.lag ?? 0));
    if (row === undefined) return null;
    return type === 'json' ? JSON.parse(row.value) : row.value;
  }

  async put(
    key: string,
    value: string,
    { expirationTtl = 10 ** 9, metadata = null }: KVNamespacePutOptions = {},
  ): Promise<void> {
    await obey();
    const at = await now(this.env);
    await this.#rows.write(key, { value, metadata: JSON.stringify(metadata), until: at + expirationTtl }, at);
  }

  async delete(key: string): Promise<void> {
    await obey();
    const at = await now(this.env);
    await this.#rows.write(key, { value: '', metadata: 'null', until: at }, at);
  }

  async list({ prefix = '' }: { prefix?: string } = {}) {
    await obey();
    const at = await now(this.env);
    const names = (await this.#rows.keys()).filter((key) => key.startsWith(prefix)).sort();
    const rows = await Promise.all(names.map((name) => this.#rows.read(name, at, at - (behaviour.lag ?? 0))));
    const keys = names.flatMap((name, index) => {
      const row = rows[index];
      return row === undefined ? [] : [{ name, metadata: JSON.parse(row.metadata) }];
    });
    return { keys, list_complete: true };
  }

  get #rows(): DurableObjectStub<KvRows> {
    return this.env.ROWS.get(this.env.ROWS.idFromName('rows'));
  }
}

async function obey(): Promise<void> {
  if (behaviour.calls === 'fail') throw new Error('KV is down');
  if (behaviour.calls === 'hang') await scheduler.wait(silence);
}
