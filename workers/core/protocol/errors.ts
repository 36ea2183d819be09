import type { Language } from '../http/language.ts';
import { messages } from './messages.ts';

/** The words of §7 that an answer's `error` may hold. */
export type ErrorWord =
  | 'invalid_request'
  | 'invalid_grant'
  | 'authentication_failed'
  | 'invalid_client'
  | 'not_found'
  | 'method_not_allowed'
  | 'server_error';

interface ReasonOnTheWire {
  status: number;
  error: ErrorWord;
  /** The level of its log line, where it is not `error` from status 500 on and `info` below. */
  level?: 'info';
}

/**
 * Every reason for a refusal, with its status and the word of §7 that says it on the wire.
 * The reason itself goes to the log; a person is told `messages[language][reason]`.
 */
const reasons = {
  missing_item: { status: 400, error: 'invalid_request' },
  invalid_item: { status: 400, error: 'invalid_request' },
  not_a_form: { status: 400, error: 'invalid_request' },
  too_long: { status: 400, error: 'invalid_request' },
  unacceptable_callback: { status: 400, error: 'invalid_request' },
  unreadable_name: { status: 400, error: 'invalid_request' },
  name_taken: { status: 400, error: 'invalid_request' },
  client_id_taken: { status: 500, error: 'server_error' },
  changed_meanwhile: { status: 412, error: 'invalid_request' },
  secrets_full: { status: 400, error: 'invalid_request' },
  secret_in_use: { status: 400, error: 'invalid_request' },
  insecure_transport: { status: 400, error: 'invalid_request' },
  unconfirmed: { status: 400, error: 'invalid_request' },
  unregistered_redirect: { status: 400, error: 'invalid_grant' },
  code_not_for_this_request: { status: 400, error: 'invalid_grant' },
  wrong_verifier: { status: 400, error: 'invalid_grant' },
  access_denied: { status: 400, error: 'invalid_request' },
  login_required: { status: 400, error: 'invalid_request' },
  flow_missing: { status: 400, error: 'invalid_request' },
  flow_mismatch: { status: 400, error: 'invalid_request' },
  flow_expired: { status: 400, error: 'invalid_request' },
  flow_used: { status: 400, error: 'invalid_grant' },
  flow_of_app: { status: 400, error: 'invalid_request' },
  signed_out: { status: 400, error: 'invalid_request' },
  app_link_refused: { status: 400, error: 'invalid_request' },
  upstream_refused: { status: 400, error: 'invalid_grant' },
  missing_client: { status: 400, error: 'invalid_client' },
  unknown_client: { status: 400, error: 'invalid_client' },
  bad_client_fields: { status: 400, error: 'invalid_client' },
  missing_credentials: { status: 401, error: 'invalid_client' },
  bad_credentials: { status: 401, error: 'invalid_client' },
  authentication_failed: { status: 401, error: 'authentication_failed' },
  no_session: { status: 401, error: 'authentication_failed' },
  not_found: { status: 404, error: 'not_found' },
  method_not_allowed: { status: 405, error: 'method_not_allowed' },
  prefetched: { status: 425, error: 'invalid_request' },
  too_many_requests: { status: 429, error: 'server_error' },
  /** The client's fault, although §4.2 gives it the status 500. */
  invalid_code: { status: 500, error: 'server_error', level: 'info' },
  internal: { status: 500, error: 'server_error' },
  settings: { status: 500, error: 'server_error' },
  upstream_invalid: { status: 502, error: 'server_error' },
  client_refused: { status: 502, error: 'server_error' },
  upstream_timeout: { status: 503, error: 'server_error' },
  upstream_unavailable: { status: 503, error: 'server_error' },
  sign_in_pending: { status: 503, error: 'server_error' },
  sign_in_broken_off: { status: 503, error: 'server_error' },
  unavailable: { status: 503, error: 'server_error' },
} as const satisfies Record<string, ReasonOnTheWire>;

export type Reason = keyof typeof reasons;

/** What a message may name: `item` a parameter, `value` what was sent, `settings` names of settings. */
export type MessageValues = Partial<Record<'item' | 'value' | 'settings', string>>;

interface Extra extends MessageValues {
  headers?: Record<string, string>;
  /** What went wrong inside, for the log alone. */
  cause?: unknown;
}

/** A refusal that its request's sender is told as `{error, message}` (§7). It never redirects. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly reason: Reason;
  readonly status: number;
  readonly error: ErrorWord;
  readonly level: 'info' | 'error';
  readonly values: MessageValues;
  readonly headers: Record<string, string>;

  constructor(reason: Reason, { headers = {}, cause, ...values }: Extra = {}) {
    super(reason, { cause });
    this.reason = reason;
    const { status, error, level }: ReasonOnTheWire = reasons[reason];
    this.status = status;
    this.error = error;
    this.level = level ?? levelOf(status);
    this.values = values;
    this.headers = headers;
  }

  /** The text for a person, in their language. */
  describe(language: Language): string {
    return fillIn(messages[language][this.reason], this.values);
  }
}

/** How an answer is logged that is no refusal. */
export const levelOf = (status: number) => (status >= 500 ? 'error' : 'info');

const temporary = [
  'too_many_requests',
  'unavailable',
  'upstream_timeout',
  'upstream_unavailable',
  'sign_in_pending',
  'sign_in_broken_off',
] as const;
export type TemporaryReason = (typeof temporary)[number];

/** Whether a refusal for this reason asks to come back later. */
export const isTemporary = (reason: Reason): reason is TemporaryReason =>
  (temporary as readonly Reason[]).includes(reason);

/** A refusal that asks to come back later. @param seconds to wait, as Retry-After tells it. */
export function retryLater(reason: TemporaryReason, seconds: number, cause?: unknown) {
  return new ProtocolError(reason, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
    cause,
  });
}

function fillIn(message: string, values: MessageValues): string {
  return message.replace(/\{(item|value|settings)\}/g, (_, name: keyof MessageValues) => values[name] ?? '');
}
