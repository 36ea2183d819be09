import type { ConfirmationRequest, ShownPart, StartRequest } from '../../workers/core/carrier/port.ts';

export type RequestStatus = 'pending' | 'approved' | 'denied' | 'expired' | 'cancelled';

type Sent = ConfirmationRequest & StartRequest & Shown & { message: RequestMessage };
/** The stored fields of a request. Those of a carrier's request include the browser's context, a vendor's a message. */
type Asked = Partial<Pick<Sent, (typeof kept)[number]>>;
/** The parts of the request that the phone displays. */
type Shown = { shown: readonly ShownPart[] };

/** The text that a vendor's request displays. The phone approves it without a number. */
export interface RequestMessage {
  text?: string;
  /** The application's call center. */
  callCenter: string;
}
const kept = [
  'signIn',
  'telcoCd',
  'applicationHost',
  'context',
  'shown',
  'entry',
  'way',
  'returnTo',
  'message',
] as const;

/** A request on a phone. Times are in seconds since 1970. */
export interface PhoneRequest extends Asked {
  id: string;
  /**
   * The phone's number. If the request was started without a user, the number is empty until a phone opens the
   * request.
   */
  phoneNo: string;
  /** The name of the requesting application. */
  application: string;
  /** The number on the sign-in page. The phone displays it only among the choices. */
  match: string;
  /** The numbers to choose from, including the correct number. */
  choices: string[];
  status: RequestStatus;
  /** True if the request was denied because the user chose or typed a wrong number. */
  wrongNumber?: true;
  /** True if the user denied the request and blocks further requests. */
  blocked?: true;
  /** True if the request was started without a user, so the sign-in page displays no number. */
  started?: true;
  created: number;
  expires: number;
}

type RequestRow = Pick<PhoneRequest, 'id' | 'phoneNo' | 'application' | 'created' | 'expires'> & {
  choices: string;
  match_number: string;
  status: RequestStatus | keyof typeof denials;
  asked: string;
  started: 0 | 1;
};

/**
 * Kinds of denials that a row stores as its status. For each kind, the properties that the denial adds to the
 * request.
 */
const denials = {
  wrong_number: { status: 'denied', wrongNumber: true },
  blocked: { status: 'denied', blocked: true },
} as const;
export type Denial = 'denied' | keyof typeof denials;

/**
 * A request and the values that are displayed for it. A request without a user is opened with its `code` or
 * `digits`.
 */
export type ConfirmationParameters = Pick<Sent, 'id' | 'application' | 'expiresIn' | 'phoneNo' | 'match'> &
  Asked & { choices?: number; code?: string; digits?: string };

/** Time for which an expired request is still displayed, in seconds. */
const shownAfterwards = 3600;
/** The same for a vendor's request, whose state can be read until its day ends. */
const vendorShownAfterwards = 86_400;
const maxShown = 20;

/** Requests on all phones, in the directory's database. */
export class Requests {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS requests (
      id TEXT PRIMARY KEY, phoneNo TEXT NOT NULL, application TEXT NOT NULL, match_number TEXT NOT NULL,
      choices TEXT NOT NULL, status TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL,
      question TEXT NOT NULL, code TEXT, digits TEXT, asked TEXT NOT NULL
    )`);
  }

  /** Sends a request to a phone. A repeated request isn't sent again. @returns the request's ID. */
  add(question: ConfirmationParameters, status: RequestStatus, at: number): string {
    this.#sql.exec(
      "DELETE FROM requests WHERE expires <= ? - iif(json_extract(asked, '$.message') IS NULL, ?, ?)",
      ...[at, shownAfterwards, vendorShownAfterwards],
    );
    const { telcoCd = 'vendor', phoneNo, application, match, code = null, digits = null, choices } = question;
    // The name includes the carrier, because requests of different carriers may have the same ID.
    const name = `${telcoCd} ${question.id}`;
    const [asked] = this.#sql.exec<{ id: string }>('SELECT id FROM requests WHERE question = ?', name);
    if (asked !== undefined) return asked.id;
    const id = crypto.randomUUID();
    const shown = JSON.stringify(Object.fromEntries(kept.map((field) => [field, question[field]])));
    this.#sql.exec(
      `INSERT INTO requests (id, phoneNo, application, match_number, choices, status, created, expires, question, code,
         digits, asked)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[
        id,
        phoneNo,
        application,
        match,
        JSON.stringify(choicesFor(match, choices)),
        status,
        at,
        at + question.expiresIn,
      ],
      name,
      code,
      digits,
      shown,
    );
    return id;
  }

  find(id: string, at: number): PhoneRequest | undefined {
    const [row] = this.#sql.exec<RequestRow>(`${selected} WHERE id = ?`, id);
    return row === undefined ? undefined : asPhoneRequest(row, at);
  }

  /** Returns the secret and the digits of a started request's QR code. */
  codeOf(id: string): { code: string; digits: string } {
    const query = 'SELECT code, digits FROM requests WHERE id = ?';
    const [row] = this.#sql.exec<{ code: string; digits: string }>(query, id);
    return row ?? { code: '', digits: '' };
  }

  /** Returns the latest request with these digits. */
  findByDigits(digits: string, at: number): PhoneRequest | undefined {
    const query = `${selected} WHERE digits = ? ORDER BY created DESC LIMIT 1`;
    const [row] = this.#sql.exec<RequestRow>(query, digits);
    return row === undefined ? undefined : asPhoneRequest(row, at);
  }

  /** Returns the requests on one phone or on all phones, newest first. */
  list(phoneNo: string | undefined, at: number): PhoneRequest[] {
    return this.#sql
      .exec<RequestRow>(
        `${selected} WHERE phoneNo = ?1 OR ?1 IS NULL ORDER BY created DESC, rowid DESC LIMIT ?2`,
        phoneNo ?? null,
        maxShown,
      )
      .toArray()
      .map((row) => asPhoneRequest(row, at));
  }

  /** Assigns a request without a number to the phone that opens it. */
  assign(id: string, phoneNo: string, status: RequestStatus): void {
    this.#sql.exec('UPDATE requests SET phoneNo = ?, status = ? WHERE id = ?', phoneNo, status, id);
  }

  /** Ends a pending request. */
  end(id: string, status: 'approved' | 'cancelled' | Denial): void {
    this.#sql.exec('UPDATE requests SET status = ? WHERE id = ?', status, id);
  }

  /** Denies all pending requests on a phone. */
  denyAll(phoneNo: string): void {
    this.#sql.exec("UPDATE requests SET status = 'denied' WHERE phoneNo = ? AND status = 'pending'", phoneNo);
  }
}

const selected = `SELECT id, phoneNo, application, match_number, choices, status, created, expires, asked,
  code IS NOT NULL AS started FROM requests`;

function asPhoneRequest(
  { match_number, choices, status, asked, started, ...row }: RequestRow,
  at: number,
): PhoneRequest {
  const ended = status === 'wrong_number' || status === 'blocked' ? denials[status] : { status };
  const expired = status === 'pending' && row.expires <= at;
  return {
    ...row,
    ...(JSON.parse(asked) as Asked),
    match: match_number,
    choices: JSON.parse(choices) as string[],
    ...(started === 1 && { started: true }),
    ...(expired ? { status: 'expired' } : ended),
  };
}

/** Creates a two-digit number from 10 to 99, as displayed on the sign-in page. */
export const createMatch = (): string => String(10 + random(90));

/** Returns the correct number and other two-digit numbers, in random order. */
function choicesFor(match: string, count = 3): string[] {
  const choices = new Set([match]);
  while (choices.size < count) choices.add(createMatch());
  return [...choices]
    .map((choice) => ({ choice, place: random(2 ** 32) }))
    .sort((left, right) => left.place - right.place)
    .map(({ choice }) => choice);
}

/** Returns a random whole number from 0 to below the limit. @param below the limit, at most 2³². */
const random = (below: number) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below;
