import * as v from 'valibot';
import { basicAuthorization } from '../core/credentials.ts';
import { ProtocolError } from '../core/errors.ts';
import { readText } from '../core/parameters.ts';
import type { Bindings } from './bindings.ts';

/** Of the longest answer that is read, in bytes. A full user record takes about 1 KiB. */
const answerLimit = 64 * 1024;

/** What the service said when it said no (§7), cut to a length that can be passed on. */
export interface Refusal {
  status: number;
  error: string;
  message: string;
}

/**
 * A call to the service that failed, in one of three ways: `service_silent` (no answer in time, or none at all),
 * `service_refused` (it said no, in the words of §7), `service_nonsense` (what came is not of the specification).
 */
export class UpstreamFailure extends ProtocolError {
  readonly refusal: Refusal | undefined;

  constructor(
    reason: 'service_silent' | 'service_refused' | 'service_nonsense',
    cause: unknown,
    refusal?: Refusal,
  ) {
    super(reason, { cause, ...(reason === 'service_silent' ? { headers: { 'Retry-After': '5' } } : {}) });
    this.refusal = refusal;
  }
}

const text = (limit: number) =>
  v.pipe(
    v.string(),
    v.transform((value) => value.slice(0, limit)),
  );

const refusalBody = v.object({
  error: v.pipe(text(64), v.regex(/^[\w.-]+$/)),
  message: v.optional(text(1_000), ''),
});

/** What every call needs. */
export type CallEnv = Pick<Bindings, 'SERVICE_URL' | 'SERVICE_TIMEOUT'>;
export type CredentialsEnv = CallEnv & Pick<Bindings, 'CLIENT_ID' | 'CLIENT_SECRET'>;

/**
 * Sends a form to the service with the application's credentials (§4.2, §4.4).
 * @param path one of the settings. @returns the JSON of a success. @throws {UpstreamFailure}
 */
export function postForm(
  env: CredentialsEnv,
  path: string,
  fields: Record<string, string>,
): Promise<unknown> {
  const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = env;
  return call(env, path, {
    method: 'POST',
    headers: {
      Authorization: basicAuthorization({ client_id, client_secret }),
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
}

/** Reads from the service with an access token (§4.3). @returns the JSON of a success. @throws {UpstreamFailure} */
export function getWithToken(env: CallEnv, path: string, access_token: string): Promise<unknown> {
  return call(env, path, { headers: { Authorization: `Bearer ${access_token}` } });
}

interface CallInit {
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

/** Nothing is ever sent twice: a code may have been spent by a call that brought no answer. */
async function call({ SERVICE_URL, SERVICE_TIMEOUT }: CallEnv, path: string, init: CallInit) {
  const { status, body } = await send(new URL(path, SERVICE_URL), {
    ...init,
    headers: { Accept: 'application/json', ...init.headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(SERVICE_TIMEOUT * 1000),
  });
  const answer = parse(body);
  const refusal = v.safeParse(refusalBody, answer);
  const saysSuccess = refusal.success && refusal.output.error === 'success';
  if (refusal.success && (status >= 400 || (status === 200 && !saysSuccess))) {
    const { error, message } = refusal.output;
    throw new UpstreamFailure('service_refused', `status ${status}`, { status, error, message });
  }
  if (status !== 200) {
    const reason = comesFromProxy(status) ? 'service_silent' : 'service_nonsense';
    throw new UpstreamFailure(reason, `status ${status} without a §7 body`);
  }
  return answer;
}

/** How proxies, Cloudflare's among them, say that the service itself gave no answer. */
const comesFromProxy = (status: number) =>
  [502, 503, 504].includes(status) || (status >= 520 && status <= 530);

async function send(url: URL, init: RequestInit): Promise<{ status: number; body: string }> {
  try {
    const response = await fetch(url, init);
    const body = await readText(response, answerLimit);
    return { status: response.status, body: body ?? '' };
  } catch (cause) {
    throw new UpstreamFailure('service_silent', cause);
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
