import * as v from 'valibot';
import { fixedSubscribers, type Subscriber, subscriberSchema } from '../subscriber.ts';

/** A subscriber, and whether they have left the phone authentication app. */
export type ListedSubscriber = Subscriber & { left: boolean };

/** `subscriber` is JSON, so that a new field needs no migration. */
type SubscriberRow = { subscriber: string; left_app: number };

/** The subscribers of the three carriers, in the directory's database. */
export class Subscribers {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    if ([...sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'subscribers'")].length > 0) return;
    sql.exec(`CREATE TABLE subscribers (
      phoneNo TEXT PRIMARY KEY, subscriber TEXT NOT NULL, left_app INTEGER NOT NULL DEFAULT 0
    )`);
    for (const subscriber of fixedSubscribers) this.save(subscriber);
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

  /** Adds a subscriber, or changes the one who has that number. */
  save(subscriber: Subscriber): void {
    this.#sql.exec(
      `INSERT INTO subscribers (phoneNo, subscriber) VALUES (?, ?)
       ON CONFLICT (phoneNo) DO UPDATE SET subscriber = excluded.subscriber`,
      ...[subscriber.phoneNo, JSON.stringify(subscriber)],
    );
  }

  setLeft(phoneNo: string, left: boolean): void {
    this.#sql.exec('UPDATE subscribers SET left_app = ? WHERE phoneNo = ?', left ? 1 : 0, phoneNo);
  }
}

/** A field that did not exist when the subscriber was stored gets the schema's default. */
function listed({ subscriber, left_app }: SubscriberRow): ListedSubscriber {
  return { ...v.parse(subscriberSchema, JSON.parse(subscriber)), left: left_app === 1 };
}
