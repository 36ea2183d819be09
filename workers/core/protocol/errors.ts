import type { ErrorCode } from '../../../packages/plid/protocol/error-codes.ts';
import type { Language } from '../http/language.ts';
import { fill, type Texts } from './texts.ts';

/** The error code of RFC 6749 §5.2 that §7 lacks. Only the token endpoints of OpenID Connect return it. */
type FurtherWord = 'unsupported_grant_type';

/**
 * A reason to refuse a request: its status, the word of §7, and its text in every language. Refusals are constants of modules, so
 * that a worker holds only the texts that it may send.
 */
export interface Refusal extends Texts {
  /** Its own name: for the log, and finer than the words of §7. */
  reason: string;
  status: number;
  error: ErrorCode | FurtherWord;
  /** The level of its log line, where it is not `error` from status 500 on and `info` below. */
  level?: 'info';
}

/**
 * States a refusal. Its constant has the same name as its reason, and is marked as pure: bundles then leave out what no worker names.
 * @param texts for programs; `level` where the log line has another one than the status says.
 */
export const refusal = (
  reason: string,
  status: number,
  error: Refusal['error'],
  texts: Texts & Pick<Refusal, 'level'>,
): Refusal => ({ reason, status, error, ...texts });

/** The placeholders of a text: `item` a parameter, `value` what was sent, `settings` names of settings. */
type MessageValues = Partial<Record<'item' | 'value' | 'settings', string>>;

interface Details extends MessageValues {
  headers?: Record<string, string>;
  /** The cause inside, only for the log. */
  cause?: unknown;
}

/** A refused request, answered as `{error, message}` (§7). It never redirects. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly refusal: Refusal;
  readonly values: MessageValues;
  readonly headers: Record<string, string>;
  /** Further fields of its log line. */
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

  /** The text for the person or program that asked. */
  describe(language: Language): string {
    return fill(this.refusal[language], this.values);
  }
}

/** The log level of an answer with this status. */
export const levelOf = (status: number) => (status >= 500 ? 'error' : 'info');

/** Whether the same request may succeed later: then its answer holds Retry-After. */
export const isTemporary = ({ status }: Refusal): boolean => status === 429 || status === 503;

/** A refusal with Retry-After. @param seconds to wait, rounded up; at least 1 is sent. */
export function retryLaterError(refusal: Refusal, seconds: number, cause?: unknown): ProtocolError {
  return new ProtocolError(refusal, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
    cause,
  });
}
