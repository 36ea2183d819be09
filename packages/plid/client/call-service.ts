import { toBase64, utf8 } from '../../../workers/core/crypto/bytes.ts';
import { readText } from '../../../workers/core/http/read-text.ts';
import { codeOfError } from '../../../workers/core/protocol/error-codes.ts';
import { readSignInName, signInHeader } from '../../../workers/core/protocol/sign-in-header.ts';
import { FieldError } from '../fields/field-error.ts';
import { PlidMismatch, PlidRefusal, PlidUnavailable, type ServiceRefusal } from './errors.ts';

/** Maximum length of a response, in bytes. A full user record has about 1 KiB. */
const maxAnswerLength = 64 * 1024;
const maxWordLength = 64;
const maxMessageLength = 1_000;

/** The service's URL and call settings. */
export interface ServiceSettings {
  /** The service's base URL, without a trailing slash. */
  service: string;
  /** Timeout of a call, in seconds. */
  timeout: number;
  fetch?: typeof fetch | undefined;
  /**
   * @returns the fix for an `error` or `reason` at a path, to append to an error message. The returned text is empty
   * or begins with a space.
   */
  remedyOf?: (path: string, word: string) => string;
  /** Called with the sign-in's name from a response, before the rest of the response is read. */
  onSignIn?: (name: string) => void;
}

export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** Returns the Authorization header for HTTP Basic (§5). */
export const basicAuthorization = ({ clientId, clientSecret }: Credentials): string =>
  `Basic ${toBase64(utf8(`${clientId}:${clientSecret}`))}`;

/**
 * Sends a form with the client credentials (§4.2, §4.4). @param path of the endpoint. @param read parses the JSON
 * of a successful response, and throws {@link FieldError} or {@link RefusedEnvelope}. @param headers additional
 * headers. @param success the status of a successful response. @throws {PlidRefusal} {PlidUnavailable}
 * {PlidMismatch}
 */
export function postForm<Result>(
  settings: ServiceSettings & Credentials,
  path: string,
  fields: Record<string, string>,
  read: Read<Result>,
  { headers: more = {}, success }: Pick<CallInit, 'headers' | 'success'> = {},
): Promise<Result> {
  const headers = {
    ...more,
    Authorization: basicAuthorization(settings),
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const body = new URLSearchParams(fields).toString();
  return callService(settings, path, { method: 'POST', headers, body, success }, read);
}

type Read<Result> = (body: unknown) => Result | Promise<Result>;

interface CallInit {
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** The status of a successful response. Default: 200. */
  success?: number | undefined;
}

/**
 * Calls the service once. The call is never repeated, because a call that gets no response may have used up the
 * code. @param read parses the response as in {@link postForm}. @throws {PlidRefusal} {PlidUnavailable}
 * {PlidMismatch}
 */
export async function callService<Result>(
  settings: ServiceSettings,
  path: string,
  init: CallInit,
  read: Read<Result>,
): Promise<Result> {
  const remedyOf = (word: string) => settings.remedyOf?.(path, word) ?? '';
  const answer = await send({ ...settings, remedyOf }, path, init);
  const body = parse(answer.body);
  const call: Call = {
    ...answer,
    remedyOf,
    what: `${init.method ?? 'GET'} ${path}`,
    refusal: readRefusal(answer.status, body),
  };
  throwFailure(call, init);
  try {
    return await read(body);
  } catch (failure) {
    if (failure instanceof RefusedEnvelope) throw refused({ ...call, refusal: failure.refusal });
    if (failure instanceof FieldError) throw unexpected(call, failure.message);
    throw failure;
  }
}

/** A response with a success status whose envelope contains an error (§2.4). */
export class RefusedEnvelope extends Error {
  readonly refusal: ServiceRefusal;

  constructor({ error, message }: { error: string; message: string }) {
    super('the code in the envelope is not 0000');
    const shortened = { error: error.slice(0, maxWordLength), message: message.slice(0, maxMessageLength) };
    this.refusal = { status: 200, ...shortened };
  }
}

/** A completed call. */
interface Call {
  what: string;
  status: number;
  refusal: ServiceRefusal | undefined;
  /** In seconds. */
  retryAfter: number | undefined;
  requestId: string | undefined;
  remedyOf(word: string): string;
}

function throwFailure(call: Call, { method, success = 200 }: CallInit): void {
  // A form contains the client credentials, so a 401 response refers to the credentials.
  const withCredentials = method === 'POST';
  const { status, refusal } = call;
  const ended = (word: string) => `${call.what}: status ${status}.${call.remedyOf(word)}`;
  if (isUnavailable(status))
    throw new PlidUnavailable('unavailable', `The service is unavailable for ${ended('unavailable')}`, call);
  if (withCredentials && (status === 401 || refusal?.error === 'invalid_client'))
    throw new PlidMismatch(
      'client_refused',
      `The service rejected this client at ${ended('invalid_client')}`,
      call,
    );
  if (refusal !== undefined) throw refused({ ...call, refusal });
  if (status !== success) throw unexpected(call, `status ${status}`);
}

function refused(call: Call & { refusal: ServiceRefusal }): PlidRefusal {
  const word = codeOfError(call.refusal.error);
  const message = `The service refused ${call.what}: ${word}, status ${call.status}.${call.remedyOf(word)}`;
  return new PlidRefusal('refused', word, message, call);
}

/** @param fault describes the malformed response, without its values. */
function unexpected(call: Call, fault: string): PlidMismatch {
  const message = `The response to ${call.what} doesn't match the specification: ${fault}.${call.remedyOf('answer')}`;
  return new PlidMismatch('answer', message, call);
}

/**
 * Returns the error in a response (§7). A 200 response isn't an error if its `error` is `success`, in upper or
 * lower case.
 */
function readRefusal(status: number, body: unknown): ServiceRefusal | undefined {
  if (!(body instanceof Object && 'error' in body)) return undefined;
  const { error, message } = body as { error: unknown; message?: unknown };
  const text = message ?? '';
  if (typeof error !== 'string' || typeof text !== 'string') return undefined;
  const word = error.slice(0, maxWordLength);
  const isRefusal = status >= 400 || (status === 200 && word.toLowerCase() !== 'success');
  if (!isRefusal || !/^[\w.-]+$/.test(word)) return undefined;
  return { status, error: word, message: text.slice(0, maxMessageLength) };
}

/**
 * Whether the service is overloaded or temporarily unavailable, or a proxy can't reach it. Cloudflare reports an
 * unreachable service with a status from 520 to 530.
 */
const isUnavailable = (status: number) =>
  [429, 502, 503, 504].includes(status) || (status >= 520 && status <= 530);

async function send(settings: ServiceSettings & Pick<Call, 'remedyOf'>, path: string, init: CallInit) {
  const { service, timeout, fetch: ask = fetch, remedyOf, onSignIn } = settings;
  try {
    const response = await ask(service + path, {
      ...init,
      headers: { Accept: 'application/json', ...init.headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout * 1000),
    });
    const signIn = readSignInName(response.headers.get(signInHeader));
    if (signIn !== undefined) onSignIn?.(signIn);
    const body = await readText(response, maxAnswerLength);
    const retryAfter = /^[1-9]\d{0,3}$/.exec(response.headers.get('Retry-After') ?? '')?.[0];
    return {
      status: response.status,
      body: body ?? '',
      retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
      requestId: /^[\w.:-]{1,64}$/.exec(response.headers.get('X-Request-Id') ?? '')?.[0],
    };
  } catch (cause) {
    const reason = cause instanceof Error && cause.name === 'TimeoutError' ? 'timeout' : 'unavailable';
    const fault =
      reason === 'timeout'
        ? `The service did not respond within ${timeout} seconds.`
        : `The service could not be reached${causeOf(cause)}.`;
    throw new PlidUnavailable(reason, `${fault}${remedyOf(reason)}`, { cause });
  }
}

/**
 * Returns the runtime's code for a network failure, such as ENOTFOUND or a certificate error. The text is empty if
 * there is no code.
 */
function causeOf(failure: unknown): string {
  const { code } = ((failure as Error | undefined)?.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z_]{1,64}$/.test(code) ? ` (${code})` : '';
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
