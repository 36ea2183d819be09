import type { ErrorCode } from '../../../packages/plid/protocol/error-codes.ts';
import type { Language } from '../http/language.ts';
import { fill, type Texts } from './texts.ts';

/** An error code of RFC 6749 §5.2 that §7 lacks. Only the token endpoints of OpenID Connect return it. */
type OpenIdErrorCode = 'unsupported_grant_type';

/**
 * A reason to reject a request: its status, its error code (§7), and its text in every language. Refusals are
 * module constants, so that a bundle contains only the texts that it uses.
 */
export interface Refusal extends Texts {
  /** A unique name for logs, more precise than the error codes of §7. */
  reason: string;
  status: number;
  error: ErrorCode | OpenIdErrorCode;
  /** Log level, if it isn't the default of the status (`error` from 500, otherwise `info`). */
  level?: 'info';
}

/**
 * Declares a refusal. Its constant has the same name as its reason and is marked as pure, so that bundles omit
 * unused ones.
 * @param texts for programs; `level` overrides the log level of the status.
 */
export const refusal = (
  reason: string,
  status: number,
  error: Refusal['error'],
  texts: Texts & Pick<Refusal, 'level'>,
): Refusal => ({ reason, status, error, ...texts });

/** The placeholders of a text: `item` is a parameter, `value` the value sent, `settings` names of settings. */
type MessageValues = Partial<Record<'item' | 'value' | 'settings', string>>;

interface Details extends MessageValues {
  headers?: Record<string, string>;
  /** Internal cause, only for the log. */
  cause?: unknown;
}

/** A rejected request, answered with `{error, message}` (§7). It never redirects. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly refusal: Refusal;
  readonly values: MessageValues;
  readonly headers: Record<string, string>;
  /** Additional fields of its log line. */
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

  /** The level of its log line. */
  get level(): 'info' | 'error' {
    return this.refusal.level ?? levelOf(this.status);
  }

  /** The text for the user or program. */
  describe(language: Language): string {
    return fill(this.refusal[language], this.values);
  }
}

/** The log level of a status. */
export const levelOf = (status: number) => (status >= 500 ? 'error' : 'info');

/** Whether a repeated request may succeed later. The response then has Retry-After. */
export const isTemporary = ({ status }: Refusal): boolean => status === 429 || status === 503;

/** A refusal with Retry-After. @param seconds to wait, rounded up; at least 1 is sent. */
export function retryLaterError(refusal: Refusal, seconds: number, cause?: unknown): ProtocolError {
  return new ProtocolError(refusal, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
    cause,
  });
}
