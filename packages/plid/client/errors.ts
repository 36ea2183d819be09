/** The service's error (§7), truncated. */
export interface ServiceRefusal {
  /** The HTTP status; 302 for a callback with an error. */
  status: number;
  /** The error code of §7, at most 64 characters. */
  error: string;
  /** A message for users, at most 1,000 characters. It may contain the rejected code. */
  message: string;
}

interface Details {
  refusal?: ServiceRefusal | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * A failed call or callback: a {@link PlidRefusal}, {@link PlidUnavailable}, or {@link PlidMismatch}. `message`
 * explains to developers what to do. No property that loggers print contains a secret, code, token, or personal
 * data.
 */
export abstract class PlidError extends Error {
  /** The reason for the error, which is more precise than the class. */
  abstract readonly reason: string;
  /**
   * The `X-Request-Id` of the service's response, by which the service's operator finds the request. Undefined if
   * the response had none.
   */
  readonly requestId: string | undefined;
  /**
   * The service's error. This field isn't enumerable, so that no logger prints it, because the service's text may
   * contain the rejected code (§4.2).
   */
  readonly #refusal: ServiceRefusal | undefined;

  constructor(message: string, { refusal, requestId, cause }: Details = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.requestId = requestId;
    this.#refusal = refusal;
  }

  /**
   * The service's error, if the response is an error of §7. Its `message` is for users, in the language of the
   * request.
   */
  get refusal(): ServiceRefusal | undefined {
    return this.#refusal;
  }
}

/**
 * A refusal by the user or the service. A new sign-in may succeed. The reason `refused` is an error of §7.
 * `sent_back` is a callback with an error, such as `access_denied` after the user cancelled. `state_mismatch` is a
 * callback that this browser didn't request, or that was changed on its way. `account_mismatch` is a phone that wasn't
 * connected, because the user who started to connect it isn't signed in (`plid/web` and `plid/express`).
 */
export class PlidRefusal extends PlidError {
  /** The error's name is set explicitly, because bundlers shorten class names. */
  override readonly name = 'PlidRefusal';
  readonly reason: 'refused' | 'sent_back' | 'state_mismatch' | 'account_mismatch';
  /**
   * The error code of §7, or `access_denied` or `login_required`. `invalid_state` belongs to
   * `state_mismatch`. `unknown_error` means a malformed error code.
   */
  readonly error: string;
  /**
   * The reason for an `access_denied`: `cancelled`, `denied`, `wrong_number`, … Only this repository's service
   * sends a reason. With any other service, the value is undefined.
   */
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
 * An error that is thrown if the service sends no response or fails temporarily. The call isn't repeated, and the
 * code may be used up, so start a new sign-in. The reason is `timeout`, or `unavailable` if the service is
 * unreachable or temporarily unavailable.
 */
export class PlidUnavailable extends PlidError {
  /** The error's name is set explicitly, because bundlers shorten class names. */
  override readonly name = 'PlidUnavailable';
  readonly reason: 'timeout' | 'unavailable';
  /** Seconds to wait before a retry, if the service sent this number. */
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
 * An error that is thrown if the service and the client don't match. A developer must fix the cause. The reason
 * `option` means that an option of this client is invalid. `client_refused` means that the service rejects
 * clientId and clientSecret. `request_refused` means that the service refuses the authorization request before the
 * user does anything, such as for an unregistered redirectUri. `answer` means that a response doesn't match the specification. Either another server
 * is at this URL, or the fields are encrypted with another client secret.
 */
export class PlidMismatch extends PlidError {
  /** The error's name is set explicitly, because bundlers shorten class names. */
  override readonly name = 'PlidMismatch';
  readonly reason: 'option' | 'client_refused' | 'request_refused' | 'answer';

  constructor(reason: PlidMismatch['reason'], message: string, details: Details = {}) {
    super(message, details);
    this.reason = reason;
  }
}
