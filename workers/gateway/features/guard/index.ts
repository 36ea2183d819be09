import * as v from 'valibot';
import { prefersPage } from '../../../core/http/accept.ts';
import { negotiateLanguage } from '../../../core/http/language.ts';
import { isLoopback } from '../../../core/http/secure-address.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callProgram, callWorker } from '../../../core/storage/call-with-timeout.ts';
import { type ClockBinding, now } from '../../../core/worker/clock.ts';
import { withCommonHeaders } from '../../../core/worker/common-headers.ts';
import { asProtocolError, describeRefusal } from '../../../core/worker/endpoint.ts';
import { describeFailure, type LogFields, type RequestLog, requestLog } from '../../../core/worker/log.ts';
import { requestIdHeader, requestIdOf } from '../../../core/worker/request-id.ts';
import { pick, readSettings } from '../../../core/worker/settings.ts';
import { withPrivateCache } from '../../application/cache-policy.ts';
import { forward } from '../../application/forward.ts';
import { requestForApplication } from '../../application/request-for-application.ts';
import { failureResponse } from '../../errors/failure-response.ts';
import { withoutCredentials } from '../../identity/cors-preflight.ts';
import { isCrossOrigin } from '../../identity/cross-origin.ts';
import { sessionLookup } from '../../identity/session-lookup.ts';
import { signIdentity } from '../../identity/sign-identity.ts';
import { type SessionRead, sessionRead } from '../../sessions/unread-session.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { decide, isAdmittedPreflight } from './guard-decision.ts';
import { guardSettings } from './guard-settings.ts';

const schema = v.object({
  ...pick(bindings, 'GATEWAY_ORIGIN', 'HSTS_SUBDOMAINS'),
  ...pick(guardSettings, 'APPLICATION_URL', 'IDENTITY_KEY', 'PUBLIC_PATHS', 'TRUSTED_ORIGINS'),
  ...pick(guardSettings, 'TRUSTED_HEADERS', 'PREFLIGHTS', 'GATEWAY', 'GUARD_PAGES'),
});
/**
 * The setting for error pages is parsed separately, so that users get a page even if another setting is invalid.
 */
const pagesSchema = v.object(pick(guardSettings, 'GUARD_PAGES'));
type Env = v.InferOutput<typeof schema>;

const worker = 'gateway-guard';
/** The standard HTTP methods. Other methods are forwarded too. */
const standardMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

interface GuardContext {
  request: Request;
  env: Env;
  now: number;
  requestId: string;
  log: RequestLog;
}

/** Requires a session, except on public paths, and forwards the request with the user's identity. */
async function guard(context: GuardContext): Promise<Response> {
  const { request, env, now, requestId, log } = context;
  const url = new URL(request.url);
  if (url.protocol !== 'https:' && !isLoopback(url)) throw new ProtocolError(refusals.insecure_transport);
  // TRACE is rejected, because an application that supports it would send the caller the headers that the gateway
  // adds.
  if (request.method === 'TRACE')
    throw new ProtocolError(refusals.method_not_allowed, { headers: { Allow: standardMethods } });
  const isPreflight = isAdmittedPreflight(request, env);
  const read: SessionRead = isPreflight ? { session: null } : await readSession(request, env);
  const decision = decide(request, url, read, env);
  if (decision !== 'forward') return withCommonHeaders(decision.refuse(), { url, requestId, env });
  if (isPreflight) return forwardToApplication({ ...context, request: withoutCredentials(request) });
  if (read.failure !== undefined)
    log('warn', { operation: 'a public path', cause: describeFailure(read.failure) });
  if (read.session === null) return forwardToApplication(context);
  const [key = ''] = env.IDENTITY_KEY;
  const identity = { issuer: env.GATEWAY_ORIGIN, audience: env.APPLICATION_URL, key };
  return forwardToApplication(context, await signIdentity(read.session, { ...identity, now }));
}

async function readSession(request: Request, env: Env): Promise<SessionRead> {
  const isForeign = isCrossOrigin(request, new URL(env.GATEWAY_ORIGIN), env.TRUSTED_ORIGINS);
  const ask = async () => env.GATEWAY.session(sessionLookup(request, isForeign));
  return sessionRead(callWorker('asking who is signed in', ask()));
}

/**
 * Forwards a request to the application. Between the guard and the application, Cloudflare caches by file
 * extension or response headers, regardless of the user. For example, it caches `/account/x.css` if a tolerant
 * application responds to this path. Requests with an identity bypass that cache.
 */
async function forwardToApplication(
  { request, env: { APPLICATION_URL, TRUSTED_HEADERS }, requestId }: GuardContext,
  identity?: string,
): Promise<Response> {
  const operation = 'asking the application';
  const named = { [requestIdHeader]: requestId };
  const passed = requestForApplication(request, TRUSTED_HEADERS);
  if (identity === undefined) return callProgram(operation, forward(passed, APPLICATION_URL, named));
  // If the request had no Cache-Control header, the runtime would send `no-cache`. An application such as Express
  // would then never return 304.
  const cacheControl = { 'Cache-Control': request.headers.get('Cache-Control') ?? 'max-age=0' };
  const headers = { ...named, ...cacheControl, 'Plid-Identity': identity };
  const forwarded = forward(passed, APPLICATION_URL, headers, { cache: 'no-store' });
  return withPrivateCache(await callProgram(operation, forwarded));
}

/**
 * Gets the page for a refusal from the login worker.
 * @returns undefined if the call fails. The failure is logged.
 */
async function fetchRefusalPage(
  { refusal, headers }: ProtocolError,
  request: Request,
  requestId: string,
  rawEnv: object,
  line: LogFields,
): Promise<Response | undefined> {
  try {
    const withoutBody = new Request(request.url, { method: request.method, headers: request.headers });
    return await readSettings(pagesSchema, rawEnv).GUARD_PAGES.refuse(withoutBody, {
      refusal,
      headers,
      requestId,
    });
  } catch (failure) {
    line.failed_page = describeFailure(failure);
    return undefined;
  }
}

/**
 * Stands in front of your application.
 *
 * This worker handles all requests to an application's host, except for the gateway's own routes. Unlike other
 * workers, it changes only a response's cache policy and redirects that would bypass it.
 */
export default {
  worker,
  schema,
  routes: [],
  catchAll: true,
  async fetch(request: Request, rawEnv: ClockBinding): Promise<Response> {
    const requestId = requestIdOf(request);
    const log = requestLog(worker, requestId);
    let env: Env | undefined;
    try {
      env = readSettings(schema, rawEnv);
      return await guard({ request, env, now: await now(rawEnv), requestId, log });
    } catch (failure) {
      const error = asProtocolError(failure);
      const line: LogFields = { method: request.method, ...describeRefusal(error), status: error.status };
      const page = prefersPage(request)
        ? await fetchRefusalPage(error, request, requestId, rawEnv, line)
        : undefined;
      log('failed_page' in line ? 'error' : error.level, line);
      const language = negotiateLanguage(request.headers.get('Accept-Language'));
      const answered = { url: new URL(request.url), requestId, env };
      return withCommonHeaders(page ?? failureResponse(error, { language }), answered);
    }
  },
};
