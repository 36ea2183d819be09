import { toBase64, utf8 } from '../crypto/bytes.ts';
import { FieldError } from '../fields/field-error.ts';
import { readText } from '../http/read-text.ts';
import { codeOfError } from '../protocol/error-codes.ts';
import { readSignInName, signInHeader } from '../protocol/sign-in-name.ts';
import { PlidMismatch, PlidRefusal, PlidUnavailable, type ServiceRefusal } from './errors.ts';

/** The maximum length of an answer, in bytes. A full user record takes about 1 KiB. */
const maxAnswerLength = 64 * 1024;
const maxWordLength = 64;
const maxMessageLength = 1_000;

/** The address of the service, and how it is called. */
export interface ServiceSettings {
  /** The service's base address, without a slash at the end. */
  service: string;
  /** How long one call may take, in seconds. */
  timeout: number;
  fetch?: typeof fetch | undefined;
  /** @returns the remedy for an `error` or `reason`, for the messages of errors: empty, or it begins with a space. */
  remedyOf?: (word: string) => string;
  /** Called with the name of the sign-in that an answer is about, where the service says it, before anything else is read of it. */
  onSignIn?: (name: string) => void;
}

export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** An Authorization header for HTTP Basic (§5). */
export const basicAuthorization = ({ clientId, clientSecret }: Credentials): string =>
  `Basic ${toBase64(utf8(`${clientId}:${clientSecret}`))}`;

/**
 * Sends a form to the service with the application's credentials (§4.2, §4.4).
 * @param path of the endpoint. @param read takes the JSON of a success, and throws {@link FieldError} or {@link RefusedEnvelope} where it is none.
 * @param headers further ones. @param success the status of a success.
 * @throws {PlidRefusal} {PlidUnavailable} {PlidMismatch}
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
  /** The status of a success; 200 by default. */
  success?: number | undefined;
}

/**
 * Calls the service once: nothing is ever sent twice, since a code may have been spent by a call that brought no answer.
 * @param read as above. @throws {PlidRefusal} {PlidUnavailable} {PlidMismatch}
 */
export async function callService<Result>(
  settings: ServiceSettings,
  path: string,
  init: CallInit,
  read: Read<Result>,
): Promise<Result> {
  const { remedyOf = noRemedy } = settings;
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

/** A success by its status whose envelope says something else (§2.4): for those who read the answers. */
export class RefusedEnvelope extends Error {
  readonly refusal: ServiceRefusal;

  constructor({ error, message }: { error: string; message: string }) {
    super('the envelope has another code than 0000');
    const shortened = { error: error.slice(0, maxWordLength), message: message.slice(0, maxMessageLength) };
    this.refusal = { status: 200, ...shortened };
  }
}

const noRemedy = () => '';

/** One call, as it ended. */
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
  // A form carries the client's credentials, so that a 401 is about them.
  const withCredentials = method === 'POST';
  const { status, refusal } = call;
  const ended = (word: string) => `${call.what}: status ${status}.${call.remedyOf(word)}`;
  if (isUnavailable(status))
    throw new PlidUnavailable('unavailable', `The service has no time for ${ended('unavailable')}`, call);
  if (withCredentials && (status === 401 || refusal?.error === 'invalid_client'))
    throw new PlidMismatch(
      'client_refused',
      `The service refused this client at ${ended('invalid_client')}`,
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

/** @param fault says what is wrong with the answer, and holds no value of it. */
function unexpected(call: Call, fault: string): PlidMismatch {
  const message = `The answer to ${call.what} is not that of the specification: ${fault}.${call.remedyOf('answer')}`;
  return new PlidMismatch('answer', message, call);
}

/** The refusal that an answer is (§7). A 200 whose `error` says success, in any letter case, is none. */
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

/** A service that is overloaded or temporarily unavailable, or a proxy (520 to 530: Cloudflare's) that cannot reach it. */
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
        ? `The service did not answer within ${timeout} seconds.`
        : `The service could not be reached${causeOf(cause)}.`;
    throw new PlidUnavailable(reason, `${fault}${remedyOf(reason)}`, { cause });
  }
}

/** The runtime's word for a failure of the network, such as ENOTFOUND or a fault of the certificate; empty where it has none. */
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
