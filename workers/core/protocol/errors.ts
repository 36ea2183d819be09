import type { Language } from '../http/language.ts';
import type { ErrorCode } from './error-codes.ts';
import { fill, type Texts } from './texts.ts';

/** An error code from RFC 6749 §5.2 that §7 doesn't list. Only the OpenID Connect token endpoints return it. */
type OpenIdErrorCode = 'unsupported_grant_type';

/**
 * A reason to reject a request, with its status, its error code (§7), and its text in every language. Refusals are
 * module constants, so that a bundle contains only the texts that it uses.
 */
export interface Refusal extends Texts {
  /** A unique name for logs, more precise than the error codes of §7. */
  reason: string;
  status: number;
  error: ErrorCode | OpenIdErrorCode;
  /**
   * The log level, if it differs from the default for the status (`error` for 500 and higher, otherwise `info`).
   */
  level?: 'info';
}

/**
 * Declares a refusal. The refusal's constant has the same name as its reason and is marked as pure, so that
 * bundles omit unused refusals. @param texts the texts for programs. The optional `level` overrides the default
 * log level for the status.
 */
export const refusal = (
  reason: string,
  status: number,
  error: Refusal['error'],
  texts: Texts & Pick<Refusal, 'level'>,
): Refusal => ({ reason, status, error, ...texts });

/**
 * Values for the placeholders in a text. `item` is a parameter, `value` is the value that was sent, and `settings`
 * contains names of settings.
 */
type MessageValues = Partial<Record<'item' | 'value' | 'settings', string>>;

interface Details extends MessageValues {
  headers?: Record<string, string>;
  /** The internal cause, which appears only in the log. */
  cause?: unknown;
}

/** A rejected request. The response is `{error, message}` (§7), never a redirect. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly refusal: Refusal;
  readonly values: MessageValues;
  readonly headers: Record<string, string>;
  /** Additional fields for the error's log line. */
  readonly logged: Record<string, string> = {};

  constructor(refusal: Refusal, { headers = {}, cause, ...values }: Details = {}) {
    super(refusal.reason, { cause });
    this.refusal = refusal;
    this.values = values;
    this.headers = headers;
  }

  get reason(): string {
    return this.refusal.reason;
  }

  get status(): number {
    return this.refusal.status;
  }

  get error(): Refusal['error'] {
    return this.refusal.error;
  }

  /** The level of the error's log line. */
  get level(): 'info' | 'error' {
    return this.refusal.level ?? levelOf(this.status);
  }

  /** Returns the text for the user or program. */
  describe(language: Language): string {
    return fill(this.refusal[language], this.values);
  }
}

/** Returns the log level for a status. */
export const levelOf = (status: number) => (status >= 500 ? 'error' : 'info');

/** Whether a repeated request may succeed later. If so, the response has Retry-After. */
export const isTemporary = ({ status }: Refusal): boolean => status === 429 || status === 503;

/** Creates an error with Retry-After. @param seconds time to wait, rounded up to at least 1. */
export function retryLaterError(refusal: Refusal, seconds: number, cause?: unknown): ProtocolError {
  return new ProtocolError(refusal, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
    cause,
  });
}
