import * as v from 'valibot';
import { readText } from '../../core/http/parameters.ts';
import { basicAuthorization } from '../../core/protocol/credentials.ts';
import { isTemporary, ProtocolError } from '../../core/protocol/errors.ts';
import { requestIdHeader } from '../../core/worker/request-id.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { gatewayRefusals } from '../shared/gateway-refusals.ts';

/** The maximum length of an answer, in bytes. A full user record takes about 1 KiB. */
const maxAnswerLength = 64 * 1024;

/** What the service answered when it refused (§7), shortened to lengths that can be passed on. */
export interface ServiceRefusal {
  status: number;
  error: string;
  message: string;
}

/**
 * Why a call to the service failed: `upstream_timeout` (no answer within SERVICE_TIMEOUT), `upstream_unavailable` (it
 * could not be reached, or reports that it is temporarily unavailable), `upstream_refused` (it refused, in the words of
 * §7), `client_refused` (it does not accept our client credentials), `upstream_invalid` (the answer is not that of the specification).
 */
export type UpstreamReason =
  | 'upstream_timeout'
  | 'upstream_unavailable'
  | 'upstream_refused'
  | 'client_refused'
  | 'upstream_invalid';

interface UpstreamDetails {
  serviceRefusal?: ServiceRefusal | undefined;
  /** In seconds, where the service said so. */
  retryAfter?: number | undefined;
}

/** A call to the service that failed. A temporary failure carries Retry-After: for the person, since we never send a call twice. */
export class UpstreamFailure extends ProtocolError {
  readonly serviceRefusal: ServiceRefusal | undefined;

  constructor(
    reason: UpstreamReason,
    cause: unknown,
    { serviceRefusal, retryAfter = 5 }: UpstreamDetails = {},
  ) {
    const refusal = gatewayRefusals[reason];
    const headers = isTemporary(refusal) ? { 'Retry-After': String(retryAfter) } : {};
    super(refusal, { cause, headers });
    this.serviceRefusal = serviceRefusal;
  }
}

const text = (limit: number) =>
  v.pipe(
    v.string(),
    v.transform((value) => value.slice(0, limit)),
  );

const refusalBody = v.object({
  error: v.pipe(text(64), v.regex(/^[\w.-]+$/)),
  message: v.optional(v.nullable(text(1_000), ''), ''),
});

/** What every call needs. */
export type CallEnv = Pick<Bindings, 'SERVICE_URL' | 'SERVICE_TIMEOUT'>;
export type CredentialsEnv = CallEnv & Pick<Bindings, 'CLIENT_ID' | 'CLIENT_SECRET'>;

/**
 * Sends a form to the service with the application's credentials (§4.2, §4.4).
 * @param path one of the settings. @param read takes the JSON of a success, and throws where it is not that of the specification.
 * @throws {UpstreamFailure}
 */
export function postForm<Result>(
  env: CredentialsEnv,
  path: string,
  fields: Record<string, string>,
  read: Read<Result>,
): Promise<Result> {
  const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = env;
  const headers = {
    Authorization: basicAuthorization({ client_id, client_secret }),
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const body = new URLSearchParams(fields).toString();
  return call(env, path, { method: 'POST', headers, body }, read);
}

/** Reads from the service with an access token (§4.3). @param read as above. @throws {UpstreamFailure} */
export function getWithToken<Result>(
  env: CallEnv,
  path: string,
  access_token: string,
  read: Read<Result>,
): Promise<Result> {
  return call(env, path, { headers: { Authorization: `Bearer ${access_token}` } }, read);
}

/** Reads what the service publishes. @param read as above. @throws {UpstreamFailure} */
export function getPublished<Result>(env: CallEnv, path: string, read: Read<Result>): Promise<Result> {
  return call(env, path, { headers: {} }, read);
}

type Read<Result> = (body: unknown) => Result | Promise<Result>;

interface CallInit {
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

/** Nothing is ever sent twice: a code may have been spent by a call that brought no answer. */
async function call<Result>(
  { SERVICE_URL, SERVICE_TIMEOUT }: CallEnv,
  path: string,
  init: CallInit,
  read: Read<Result>,
): Promise<Result> {
  const answer = await send(new URL(path, SERVICE_URL), {
    ...init,
    headers: { Accept: 'application/json', ...init.headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(SERVICE_TIMEOUT * 1000),
  });
  const { status, retryAfter } = answer;
  const body = parse(answer.body);
  const serviceRefusal = readRefusal(status, body);
  const reason = failureOf(status, serviceRefusal, init.method === 'POST');
  try {
    if (reason === undefined) return await read(body);
    throw new UpstreamFailure(reason, `status ${status}`, { serviceRefusal, retryAfter });
  } catch (failure) {
    // The service's operator finds the request in their log by this.
    if (failure instanceof UpstreamFailure && answer.request !== undefined)
      failure.logged.upstream_request = answer.request;
    throw failure;
  }
}

/** The refusal that an answer is (§7). A 200 whose `error` says success, in any letter case, is none. */
function readRefusal(status: number, body: unknown): ServiceRefusal | undefined {
  const result = v.safeParse(refusalBody, body);
  if (!result.success) return undefined;
  const { error, message } = result.output;
  const refused = status >= 400 || (status === 200 && error.toLowerCase() !== 'success');
  return refused ? { status, error, message } : undefined;
}

/** @param withCredentials whether the call carried the client's credentials, so that a 401 is about them. */
function failureOf(
  status: number,
  refusal: ServiceRefusal | undefined,
  withCredentials: boolean,
): UpstreamReason | undefined {
  if (isUnavailable(status)) return 'upstream_unavailable';
  if (withCredentials && (status === 401 || refusal?.error === 'invalid_client')) return 'client_refused';
  if (refusal !== undefined) return 'upstream_refused';
  return status === 200 ? undefined : 'upstream_invalid';
}

/** A service that is overloaded or temporarily unavailable, or a proxy (520 to 530: Cloudflare's) that cannot reach it. */
const isUnavailable = (status: number) =>
  [429, 502, 503, 504].includes(status) || (status >= 520 && status <= 530);

async function send(url: URL, init: RequestInit) {
  try {
    const response = await fetch(url, init);
    const body = await readText(response, maxAnswerLength);
    const retryAfter = /^[1-9]\d{0,3}$/.exec(response.headers.get('Retry-After') ?? '')?.[0];
    return {
      status: response.status,
      body: body ?? '',
      retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
      request: /^[\w.:-]{1,64}$/.exec(response.headers.get(requestIdHeader) ?? '')?.[0],
    };
  } catch (cause) {
    const timedOut = cause instanceof Error && cause.name === 'TimeoutError';
    throw new UpstreamFailure(timedOut ? 'upstream_timeout' : 'upstream_unavailable', cause);
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
