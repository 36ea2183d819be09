/** A login request that the vendor has received. Times are in seconds since 1970. */
export interface BarocertLogin {
  /** 32 digits. */
  receiptID: string;
  /** The ID of the request on the phone. */
  requestId: string;
  /** The text that the user signs. */
  token: string;
  /** Whether the result contains the user's data. */
  receiverInfoYN: boolean;
  created: number;
  /** Time of the phone's answer. */
  answered?: number;
  /** Whether the login was verified before. */
  isVerified: boolean;
}

type LoginRow = Pick<BarocertLogin, 'receiptID' | 'requestId' | 'token' | 'created'> & {
  number: number;
  receiverInfo: 0 | 1;
  answered: number | null;
  verified: 0 | 1;
};

/** Time for which a login is stored, in seconds. The vendor returns it only until the end of its day. */
const storedTime = 2 * 86_400;

/** Login requests of the simulated Barocert API, in the directory's database. */
export class BarocertLogins {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS barocert_logins (
      number INTEGER PRIMARY KEY AUTOINCREMENT, receiptID TEXT NOT NULL, requestId TEXT NOT NULL, token TEXT NOT NULL,
      receiverInfo INTEGER NOT NULL, created INTEGER NOT NULL, answered INTEGER, verified INTEGER NOT NULL DEFAULT 0
    )`);
  }

  /** Adds a login. @param answered whether the phone has answered at once. */
  add(login: Omit<BarocertLogin, 'isVerified' | 'answered'>, answered: boolean): void {
    const { receiptID, requestId, token, receiverInfoYN, created } = login;
    this.#sql.exec('DELETE FROM barocert_logins WHERE created <= ?', created - storedTime);
    this.#sql.exec(
      `INSERT INTO barocert_logins (receiptID, requestId, token, receiverInfo, created, answered)
       VALUES (?, ?, ?, ?, ?, ?)`,
      ...[receiptID, requestId, token, receiverInfoYN ? 1 : 0, created, answered ? created : null],
    );
  }

  /** Returns the latest login with this receipt. Two logins have the same receipt only with a fault. */
  find(receiptID: string): BarocertLogin | undefined {
    const query = 'SELECT * FROM barocert_logins WHERE receiptID = ? ORDER BY number DESC LIMIT 1';
    const [row] = this.#sql.exec<LoginRow>(query, receiptID);
    return row && asLogin(row);
  }

  /** Returns the latest login of all. */
  latest(): (BarocertLogin & { number: number }) | undefined {
    const [row] = this.#sql.exec<LoginRow>('SELECT * FROM barocert_logins ORDER BY number DESC LIMIT 1');
    return row && { ...asLogin(row), number: row.number };
  }

  /** Stores when the phone answered a request. @param requestId may belong to another carrier's request. */
  setAnswered(requestId: string, at: number): void {
    this.#sql.exec('UPDATE barocert_logins SET answered = ? WHERE requestId = ?', at, requestId);
  }

  setVerified(requestId: string): void {
    this.#sql.exec('UPDATE barocert_logins SET verified = 1 WHERE requestId = ?', requestId);
  }
}

function asLogin({ receiverInfo, answered, verified, number: _, ...row }: LoginRow): BarocertLogin {
  return {
    ...row,
    receiverInfoYN: receiverInfo === 1,
    isVerified: verified === 1,
    ...(answered !== null && { answered }),
  };
}
