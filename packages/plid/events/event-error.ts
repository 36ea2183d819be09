/**
 * Why an event is rejected. The words are those of the gateway's errors. `event_keys_unavailable` is temporary: the
 * service's public keys can't be read at the moment.
 */
export type EventFault = keyof typeof faults;

/**
 * Each fault with its error code of RFC 8935 §2.4, and its description. The service sends an event again unless the
 * response contains such a code.
 */
const faults = {
  event_malformed: {
    err: 'invalid_request',
    description:
      'This is not a valid Security Event Token (RFC 8417) about a user of the login service. Send it as application/secevent+jwt.',
  },
  event_of_other_time: {
    err: 'invalid_request',
    description: 'The event was issued too long ago or in the future.',
  },
  event_of_other_issuer: {
    err: 'invalid_issuer',
    description: 'The event was not issued by the login service of this application.',
  },
  event_for_other_audience: {
    err: 'invalid_audience',
    description: 'The event is for another application.',
  },
  event_key_unknown: {
    err: 'invalid_key',
    description: 'The login service publishes no key with this kid.',
  },
  event_forged: {
    err: 'authentication_failed',
    description: 'The signature of the event is not valid.',
  },
  event_keys_unavailable: {
    err: undefined,
    description: 'The public keys of the login service could not be read. Send the event again later.',
  },
} as const;

/** Returns the error code of RFC 8935 §2.4 for a fault, or undefined if the fault is temporary. */
export const errorCodeOf = (fault: EventFault): string | undefined => faults[fault].err;

/**
 * A rejected event. Answer the service with {@link EventError.response}, or with `status`, `headers`, and `body`.
 * The message contains nothing from the event.
 */
export class EventError extends Error {
  /** The error's name is set explicitly, because bundlers shorten class names. */
  override readonly name = 'EventError';
  /** The reason for the error. */
  readonly reason: EventFault;
  /** 400, after which the service doesn't send the event again, or 503, after which it does. */
  readonly status: 400 | 503;
  /** `Retry-After` of the response, if the fault is temporary. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the response (RFC 8935 §2.3). Without `err`, the service sends the event again. */
  readonly body: { readonly err?: string; readonly description: string };

  /** @param retryAfter in seconds, for a temporary fault. */
  constructor(
    reason: EventFault,
    { retryAfter = 5, cause }: { retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    const { err, description } = faults[reason];
    super(description, cause === undefined ? {} : { cause });
    this.reason = reason;
    this.status = err === undefined ? 503 : 400;
    this.headers = err === undefined ? { 'Retry-After': String(retryAfter) } : {};
    this.body = { ...(err && { err }), description };
  }

  /** Returns the answer for the service. */
  response(): Response {
    const headers = { ...this.headers, 'Content-Language': 'en', 'Content-Type': 'application/json' };
    return new Response(JSON.stringify(this.body), { status: this.status, headers });
  }
}
