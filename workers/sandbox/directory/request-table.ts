import type { ConfirmationRequest } from '../../../packages/plid/carrier/port.ts';

export type RequestStatus = 'pending' | 'approved' | 'denied' | 'expired';

/** A request as a phone shows it. Times in seconds since 1970. */
export interface PhoneRequest {
  id: string;
  phoneNo: string;
  /** The name of the application that asks. */
  application: string;
  /** The number that the person sees beside the sign-in; a phone shows it only among the choices. */
  match: string;
  /** Three numbers to tap, the right one among them. */
  choices: string[];
  status: RequestStatus;
  /** It was denied by tapping a wrong number. */
  wrongNumber?: true;
  created: number;
  expires: number;
}

type RequestRow = Omit<PhoneRequest, 'choices' | 'match' | 'status' | 'wrongNumber'> & {
  choices: string;
  match_number: string;
  status: RequestStatus | 'wrong_number';
};

/** How long a request is still shown after it has expired, in seconds. */
const shownAfterwards = 3600;
const maxShown = 20;

/** The requests on all phones, in the directory's database. */
export class Requests {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS requests (
      id TEXT PRIMARY KEY, phoneNo TEXT NOT NULL, application TEXT NOT NULL, match_number TEXT NOT NULL,
      choices TEXT NOT NULL, status TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL
    )`);
  }

  /** Sends a request to a phone. @returns its id. */
  add(
    { phoneNo, application, match, expires }: ConfirmationRequest,
    status: RequestStatus,
    at: number,
  ): string {
    this.#sql.exec('DELETE FROM requests WHERE expires <= ?', at - shownAfterwards);
    const id = crypto.randomUUID();
    const values = [id, phoneNo, application, match, JSON.stringify(choicesFor(match)), status, at, expires];
    this.#sql.exec('INSERT INTO requests VALUES (?, ?, ?, ?, ?, ?, ?, ?)', ...values);
    return id;
  }

  find(id: string, at: number): PhoneRequest | undefined {
    const [row] = this.#sql.exec<RequestRow>('SELECT * FROM requests WHERE id = ?', id);
    return row === undefined ? undefined : asPhoneRequest(row, at);
  }

  /** The requests on one phone, or on all phones, the newest first. */
  list(phoneNo: string | undefined, at: number): PhoneRequest[] {
    return this.#sql
      .exec<RequestRow>(
        'SELECT * FROM requests WHERE phoneNo = ?1 OR ?1 IS NULL ORDER BY created DESC, rowid DESC LIMIT ?2',
        phoneNo ?? null,
        maxShown,
      )
      .toArray()
      .map((row) => asPhoneRequest(row, at));
  }

  /** Ends a request that the caller has seen pending. */
  end(id: string, status: 'approved' | 'denied' | 'wrong_number'): void {
    this.#sql.exec('UPDATE requests SET status = ? WHERE id = ?', status, id);
  }

  /** Ends as denied whatever waits on a phone. */
  denyAll(phoneNo: string): void {
    this.#sql.exec("UPDATE requests SET status = 'denied' WHERE phoneNo = ? AND status = 'pending'", phoneNo);
  }
}

function asPhoneRequest({ match_number, choices, status, ...row }: RequestRow, at: number): PhoneRequest {
  const ended = status === 'wrong_number' ? ({ status: 'denied', wrongNumber: true } as const) : { status };
  const expired = status === 'pending' && row.expires <= at;
  return {
    ...row,
    match: match_number,
    choices: JSON.parse(choices) as string[],
    ...(expired ? { status: 'expired' } : ended),
  };
}

/** The right number and two others of two digits, in random order. */
function choicesFor(match: string): string[] {
  const choices = new Set([match]);
  while (choices.size < 3) choices.add(String(10 + random(90)));
  return [...choices]
    .map((choice) => ({ choice, place: random(2 ** 32) }))
    .sort((left, right) => left.place - right.place)
    .map(({ choice }) => choice);
}

/** @param below at most 2³². */
const random = (below: number) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below;
