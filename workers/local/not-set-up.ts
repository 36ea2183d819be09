import { asProtocolError, errorAnswer, withCommonHeaders } from '../core/worker/endpoint.ts';
import { describeFailure, log } from '../core/worker/log.ts';

/**
 * The answer at every address while the local world lacks its settings, as under `wrangler dev` in a fresh clone: a sentence
 * with what to do, which is logged as well. @param failure what readSettings threw.
 */
export function notSetUp(failure: unknown, url: URL): Response {
  const error = asProtocolError(failure);
  const cause = describeFailure(error.cause);
  if (error.reason !== 'settings') {
    log('error', { worker: 'local', reason: error.reason, cause, status: error.status });
    return withCommonHeaders(errorAnswer(error, 'en'), url);
  }
  const [setting] = cause.split(' ');
  const advice = `${setting} is missing in .dev.vars, or wrong: remove it if it is there, then run npm start, which makes what is missing.`;
  log('error', { worker: 'local', reason: error.reason, cause: advice, status: error.status });
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  return withCommonHeaders(new Response(`${advice}\n`, { status: error.status, headers }), url);
}
