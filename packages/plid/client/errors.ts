/** The service's own error (§7), shortened to lengths that can be passed on. */
export interface ServiceRefusal {
  /** The HTTP status; 302 where a person was sent back with an error. */
  status: number;
  /** The word of §7, 64 characters at most. */
  error: string;
  /** A sentence for a person, 1,000 characters at most. It may hold the code that was refused. */
  message: string;
}

interface Details {
  refusal?: ServiceRefusal | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * A call or a callback that failed: a {@link PlidRefusal}, a {@link PlidUnavailable} or a {@link PlidMismatch}. `message` tells the
 * developer what to do. Neither it nor anything else that a log writes of an error holds a secret, a code, a token or a person's data.
 */
export abstract class PlidError extends Error {
  /** Finer than the class. */
  abstract readonly reason: string;
  /** The `X-Request-Id` of the service's answer, by which its operator finds the request; undefined where it had none. */
  readonly requestId: string | undefined;
  /** Not enumerable: the service's text may hold the code that it refused (§4.2), so that no log may write it by itself. */
  readonly #refusal: ServiceRefusal | undefined;

  constructor(message: string, { refusal, requestId, cause }: Details = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.requestId = requestId;
    this.#refusal = refusal;
  }

  /** The service's own error, if its answer is one of §7. Its `message` is for a person, in the language of the request. */
  get refusal(): ServiceRefusal | undefined {
    return this.#refusal;
  }
}

/**
 * The person or the service said no. A new sign-in may succeed. Reasons: `refused` (an answer of §7), `sent_back` (a callback with an
 * error, such as `access_denied` after a person has cancelled), `state_mismatch` (a callback that this browser did not ask for).
 */
export class PlidRefusal extends PlidError {
  /** Always this, however small a bundler makes the names of classes. */
  override readonly name = 'PlidRefusal';
  readonly reason: 'refused' | 'sent_back' | 'state_mismatch';
  /** The word of §7, or `access_denied`, `login_required`; `invalid_state` for another `state`, `unknown_error` for what is no word. */
  readonly error: string;
  /** The reason of an `access_denied`, given only by this repository's service: `cancelled`, `denied`, `wrong_number`, …; undefined elsewhere. */
  readonly plidReason: string | undefined;

  constructor(
    reason: PlidRefusal['reason'],
    error: string,
    message: string,
    { plidReason, ...details }: Details & { plidReason?: string | undefined } = {},
  ) {
    super(message, details);
    this.reason = reason;
    this.error = error;
    this.plidReason = plidReason;
  }
}

/**
 * No answer, or one that says "later". Nothing was sent twice, and a code may have been spent: start a new sign-in. Reasons: `timeout`,
 * `unavailable` (not reached, or it reports that it is temporarily unavailable).
 */
export class PlidUnavailable extends PlidError {
  /** Always this, however small a bundler makes the names of classes. */
  override readonly name = 'PlidUnavailable';
  readonly reason: 'timeout' | 'unavailable';
  /** In how many seconds to try again, where the service said so. */
  readonly retryAfter: number | undefined;

  constructor(
    reason: PlidUnavailable['reason'],
    message: string,
    { retryAfter, ...details }: Details & { retryAfter?: number | undefined } = {},
  ) {
    super(message, details);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/**
 * Service and client do not fit: somebody has to change something. Reasons: `option` (an option of this client is wrong),
 * `client_refused` (the service does not accept clientId and clientSecret), `answer` (an answer that is not that of the specification:
 * another server at this address, or another client secret than the fields were encrypted with).
 */
export class PlidMismatch extends PlidError {
  /** Always this, however small a bundler makes the names of classes. */
  override readonly name = 'PlidMismatch';
  readonly reason: 'option' | 'client_refused' | 'answer';

  constructor(reason: PlidMismatch['reason'], message: string, details: Details = {}) {
    super(message, details);
    this.reason = reason;
  }
}
