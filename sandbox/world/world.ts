import type { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { withCommonHeaders } from '../../workers/core/worker/common-headers.ts';
import { asProtocolError, describeRefusal, errorResponse } from '../../workers/core/worker/endpoint.ts';
import { requestLog } from '../../workers/core/worker/log.ts';
import { requestIdOf } from '../../workers/core/worker/request-id.ts';
import { locationHeader } from '../relay/relay-browser.ts';
import { translateHost } from './hosts.ts';
import { prepare } from './prepare-environment.ts';
import { refuseForeignPage, withoutRuntimeHeaders } from './refuse-foreign-page.ts';
import { routeToWorker } from './route-to-worker.ts';
import { rewriteServiceLinks } from './service-paths.ts';
import { withPhoneFrame } from './side-by-side-page.tsx';
import type { WorldEnv } from './world-env.ts';

/**
 * Returns the location that phones display for a browser. For local browsers it is Seoul, because the runtime
 * would return Austin. The sandbox's relay sends its own location, optionally with an autonomous system number.
 */
function simulatedLocation({ headers }: Request): { country: string; city: string; asn?: number } {
  const [country = '', city = '', asn] = headers.get(locationHeader)?.split('/') ?? ['KR', 'Seoul'];
  return { country, city, ...(asn !== undefined && { asn: Number(asn) }) };
}

/**
 * Handles a request with any of the workers. For development, all workers run in a single worker, so that a whole
 * login works on one machine. The environment listens only on loopback, and accepts only the host names that it
 * was started with. An accidental deployment therefore exposes nothing.
 */
export async function fetchFromWorld(
  request: Request,
  rawEnv: WorldEnv,
  execution: ExecutionContext,
): Promise<Response> {
  try {
    refuseForeignPage(request, rawEnv);
  } catch (failure) {
    return refuse(asProtocolError(failure), request);
  }
  const translated = translateHost(request, rawEnv);
  const here = withoutRuntimeHeaders(new Request(translated.request, { cf: simulatedLocation(request) }));
  return translated.back(await answer(here, rawEnv, execution, new URL(request.url)));
}

/** @param asked the URL at which the caller sent the request. */
async function answer(
  request: Request,
  rawEnv: WorldEnv,
  execution: ExecutionContext,
  asked: URL,
): Promise<Response> {
  const url = new URL(request.url);
  let env: WorldEnv;
  try {
    env = await prepare(rawEnv, url);
  } catch (failure) {
    return refuse(asProtocolError(failure), request);
  }
  const { worker, isBesidePhone } = routeToWorker(asked, env);
  const answered = await worker.fetch(request, env, execution);
  return isBesidePhone ? withPhoneFrame(request, rewriteServiceLinks(answered, asked, env), env) : answered;
}

/**
 * Returns the error response to a request that reaches no worker. The error is logged if the developer must fix
 * something.
 */
function refuse(error: ProtocolError, request: Request): Response {
  const requestId = requestIdOf(request);
  if (error.status >= 500)
    requestLog('local', requestId)('error', { ...describeRefusal(error), status: error.status });
  return withCommonHeaders(errorResponse(error, 'en'), { url: new URL(request.url), requestId });
}
