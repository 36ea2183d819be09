import * as v from 'valibot';
import { fixedSubscribers, type Subscriber, subscriberSchema } from '../subscriber.ts';

/** A subscriber, and whether they have left the phone authentication app. */
export type ListedSubscriber = Subscriber & { left: boolean };

/** `subscriber` is JSON, so that a new field needs no migration. */
type SubscriberRow = { subscriber: string; left_app: number };

/** Subscribers of the three carriers, in the directory's database. */
export class Subscribers {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS subscribers (
      phoneNo TEXT PRIMARY KEY, subscriber TEXT NOT NULL, left_app INTEGER NOT NULL DEFAULT 0
    )`);
    const all = fixedSubscribers.map((subscriber) => [subscriber.phoneNo, JSON.stringify(subscriber)]);
    for (const row of all)
      sql.exec('INSERT OR IGNORE INTO subscribers (phoneNo, subscriber) VALUES (?, ?)', ...row);
  }

  all(): ListedSubscriber[] {
    const rows = this.#sql.exec<SubscriberRow>(
      'SELECT subscriber, left_app FROM subscribers ORDER BY phoneNo',
    );
    return rows.toArray().map(listed);
  }

  find(phoneNo: string): ListedSubscriber | undefined {
    const query = 'SELECT subscriber, left_app FROM subscribers WHERE phoneNo = ?';
    const [row] = this.#sql.exec<SubscriberRow>(query, phoneNo);
    return row && listed(row);
  }

  /** Adds a subscriber, or changes the existing subscriber with the same number. */
  save(subscriber: Subscriber): void {
    this.#sql.exec(
      `INSERT INTO subscribers (phoneNo, subscriber) VALUES (?, ?)
       ON CONFLICT (phoneNo) DO UPDATE SET subscriber = excluded.subscriber`,
      subscriber.phoneNo,
      JSON.stringify(subscriber),
    );
  }

  setLeft(phoneNo: string, left: boolean): void {
    this.#sql.exec('UPDATE subscribers SET left_app = ? WHERE phoneNo = ?', left ? 1 : 0, phoneNo);
  }
}

/** Whether the subscriber's phone has the app that displays requests. */
export const hasApp = ({ left, behaviour }: ListedSubscriber): boolean =>
  !left && behaviour !== 'unregistered';

/** Parses a stored subscriber. Fields added since it was stored get the schema's defaults. */
function listed({ subscriber, left_app }: SubscriberRow): ListedSubscriber {
  return { ...v.parse(subscriberSchema, JSON.parse(subscriber)), left: left_app === 1 };
}
