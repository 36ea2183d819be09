import { withCommonHeaders } from '../core/worker/common-headers.ts';
import { asProtocolError, errorAnswer } from '../core/worker/endpoint.ts';
import { describeFailure, requestLog } from '../core/worker/log.ts';
import { requestIdOf } from '../core/worker/request-id.ts';

/**
 * The answer at every address while the local world lacks its settings, as under `wrangler dev` in a fresh clone: a sentence
 * with what to do, which is logged as well. @param failure what readSettings threw.
 */
export function notSetUp(failure: unknown, request: Request): Response {
  const url = new URL(request.url);
  const requestId = requestIdOf(request);
  const log = requestLog('local', requestId);
  const error = asProtocolError(failure);
  const cause = describeFailure(error.cause);
  if (error.reason !== 'settings') {
    log('error', { reason: error.reason, cause, status: error.status });
    return withCommonHeaders(errorAnswer(error, 'en'), { url, requestId });
  }
  const [setting] = cause.split(' ');
  const advice = `${setting} is missing in .dev.vars, or wrong: remove it if it is there, then run npm start, which makes what is missing.`;
  log('error', { reason: error.reason, cause: advice, status: error.status });
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  return withCommonHeaders(new Response(`${advice}\n`, { status: error.status, headers }), {
    url,
    requestId,
  });
}
