import { DurableObject } from 'cloudflare:workers';
import * as v from 'valibot';
import { type Migrations, ObjectStore } from '../core/storage/object-store.ts';
import { type ClockBinding, now } from '../core/worker/clock.ts';
import { readSettings } from '../core/worker/settings.ts';
import {
  type Access,
  type AccessRecord,
  type ChainHead,
  canonicalRecord,
  firstPrevious,
  type HashedRecord,
  recordHash,
} from './access-record.ts';
import { accessRecordSettings } from './access-record-settings.ts';

/**
 * `records` is append-only: rows are only inserted at the end, and deleted from the beginning when their time is
 * over. `anchor` has one row after the first deletion: the last deleted record.
 */
const accessRecordMigrations: Migrations = [
  `CREATE TABLE records (
     sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, record TEXT NOT NULL, hash TEXT NOT NULL
   ) STRICT;
   CREATE TABLE anchor (
     id INTEGER PRIMARY KEY CHECK (id = 1), sequence INTEGER NOT NULL, hash TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
];

type RecordRow = { sequence: number; at: number; record: string; hash: string };

/** Part of the records. Times are in seconds since 1970. */
export interface RecordQuery {
  /** Only records after this sequence. */
  after: number;
  /** Only records up to this sequence. Undefined for all. */
  to: number | undefined;
  /** Only records of this time or later. */
  since: number;
  /** Only records before this time. Undefined for all. */
  until: number | undefined;
}

/** A page of records, in order. */
export interface RecordPage {
  records: HashedRecord[];
  /** The last deleted record. Its sequence is 0 if no record was deleted. */
  anchor: ChainHead;
  /** The last record that this reading covers, whether the query matches it or not. */
  head: ChainHead;
  /** Number of days after which a record is deleted. */
  days: number;
  /** The sequence after which the next page begins. Missing on the last page. */
  next?: number;
}

const pageSize = 500;
const day = 86_400;
const settings = v.object(accessRecordSettings);

/**
 * The access records of the service or of a gateway, which are one object. Each record contains the hash of the
 * one before. All changes to the object go through `append` and the alarm, so no method changes a record.
 */
export class AccessRecords extends DurableObject<ClockBinding> {
  readonly #sql = this.ctx.storage.sql;
  readonly #store = new ObjectStore(this.ctx, this.env, accessRecordMigrations);

  /**
   * Appends a record. Calls wait for each other, because the hash of a record is computed before the next record
   * can refer to it. Times never decrease, so that records expire in order.
   */
  append(access: Access): Promise<void> {
    return this.ctx.blockConcurrencyWhile(async () => {
      const { at: latest, sequence, hash: previous } = this.#last();
      const record = { ...access, at: Math.max(access.at, latest), sequence: sequence + 1, previous };
      const canonical = canonicalRecord(record);
      const hash = await recordHash(canonical);
      this.#store.change(() =>
        this.#sql.exec(
          'INSERT INTO records (sequence, at, record, hash) VALUES (?, ?, ?, ?)',
          record.sequence,
          record.at,
          canonical,
          hash,
        ),
      );
      this.#wake(access.at);
    });
  }

  page({ after, to, since, until }: RecordQuery): RecordPage {
    const { days } = this.#settings();
    if (!this.#store.exists()) return { records: [], anchor: none, head: none, days };
    const last = this.#last();
    const head = to === undefined || to >= last.sequence ? last : this.#at(to);
    const rows = this.#sql
      .exec<RecordRow>(
        `SELECT sequence, at, record, hash FROM records
         WHERE sequence > ? AND sequence <= ? AND at >= ? AND at < ? ORDER BY sequence LIMIT ?`,
        after,
        head.sequence,
        since,
        until ?? Number.MAX_SAFE_INTEGER,
        pageSize + 1,
      )
      .toArray();
    const shown = rows.slice(0, pageSize);
    return {
      records: shown.map(({ record, hash }) => ({ ...(JSON.parse(record) as AccessRecord), hash })),
      anchor: this.#anchor(),
      head: { sequence: head.sequence, hash: head.hash },
      days,
      ...(rows.length > pageSize && { next: shown.at(-1)?.sequence ?? after }),
    };
  }

  override alarm(): Promise<void> {
    return this.#store.woken(async () => {
      const at = await now(this.env);
      const [last] = this.#sql.exec<RecordRow>(
        'SELECT sequence, at, record, hash FROM records WHERE at <= ? ORDER BY sequence DESC LIMIT 1',
        at - this.#settings().days * day,
      );
      if (last !== undefined)
        this.#store.change(() => {
          this.#sql.exec(
            'REPLACE INTO anchor (id, sequence, hash) VALUES (1, ?, ?)',
            last.sequence,
            last.hash,
          );
          this.#sql.exec('DELETE FROM records WHERE sequence <= ?', last.sequence);
        });
      this.#wake(at);
    });
  }

  /** Sets the alarm for the end of the day on which the oldest record expires, so that it runs at most daily. */
  #wake(at: number): void {
    const [oldest] = this.#sql.exec<{ at: number }>('SELECT at FROM records ORDER BY sequence LIMIT 1');
    if (oldest === undefined) return;
    const expires = oldest.at + this.#settings().days * day;
    this.#store.wakeBy(Math.ceil(expires / day) * day, at);
  }

  #last(): Pick<RecordRow, 'sequence' | 'at' | 'hash'> {
    if (!this.#store.exists()) return { ...none, at: 0 };
    const [last] = this.#sql.exec<RecordRow>(
      'SELECT sequence, at, record, hash FROM records ORDER BY sequence DESC LIMIT 1',
    );
    return last ?? { ...this.#anchor(), at: 0 };
  }

  /** Returns the record with a sequence. If it was deleted, the result is the last deleted record. */
  #at(sequence: number): ChainHead {
    const [row] = this.#sql.exec<ChainHead & Record<string, SqlStorageValue>>(
      'SELECT sequence, hash FROM records WHERE sequence = ?',
      sequence,
    );
    return row ?? this.#anchor();
  }

  #anchor(): ChainHead {
    const [anchor] = this.#sql.exec<{ sequence: number; hash: string }>('SELECT sequence, hash FROM anchor');
    return anchor ?? none;
  }

  #settings() {
    return { days: readSettings(settings, this.env).ACCESS_RECORD_DAYS };
  }
}

const none: ChainHead = { sequence: 0, hash: firstPrevious };
