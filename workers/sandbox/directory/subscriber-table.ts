import { fixedSubscribers, type Subscriber } from '../subscriber.ts';

/** A subscriber, and whether they have left the phone authentication app. */
export type ListedSubscriber = Subscriber & { left: boolean };

type SubscriberRow = Omit<ListedSubscriber, 'left'> & { left_app: number };

/** The subscribers of the three carriers, in the directory's database. */
export class Subscribers {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    if ([...sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'subscribers'")].length > 0) return;
    sql.exec(`CREATE TABLE subscribers (
      phoneNo TEXT PRIMARY KEY, name TEXT NOT NULL, telcoCd TEXT NOT NULL, gender TEXT NOT NULL,
      birthdate TEXT NOT NULL, "foreign" TEXT NOT NULL, behaviour TEXT NOT NULL,
      left_app INTEGER NOT NULL DEFAULT 0
    )`);
    for (const subscriber of fixedSubscribers) this.save(subscriber);
  }

  all(): ListedSubscriber[] {
    return this.#sql.exec<SubscriberRow>('SELECT * FROM subscribers ORDER BY phoneNo').toArray().map(listed);
  }

  find(phoneNo: string): ListedSubscriber | undefined {
    const [row] = this.#sql.exec<SubscriberRow>('SELECT * FROM subscribers WHERE phoneNo = ?', phoneNo);
    return row === undefined ? undefined : listed(row);
  }

  /** Adds a subscriber, or changes the one who has that number. */
  save({ phoneNo, name, telcoCd, gender, birthdate, foreign, behaviour }: Subscriber): void {
    this.#sql.exec(
      `INSERT INTO subscribers (phoneNo, name, telcoCd, gender, birthdate, "foreign", behaviour)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (phoneNo) DO UPDATE SET name = excluded.name, telcoCd = excluded.telcoCd,
         gender = excluded.gender, birthdate = excluded.birthdate, "foreign" = excluded."foreign",
         behaviour = excluded.behaviour`,
      ...[phoneNo, name, telcoCd, gender, birthdate, foreign, behaviour],
    );
  }

  setLeft(phoneNo: string, left: boolean): void {
    this.#sql.exec('UPDATE subscribers SET left_app = ? WHERE phoneNo = ?', left ? 1 : 0, phoneNo);
  }
}

function listed({ left_app, ...subscriber }: SubscriberRow): ListedSubscriber {
  return { ...subscriber, left: left_app === 1 };
}
