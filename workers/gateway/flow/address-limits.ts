import { rateLimitKeyOfCaller } from '../../core/http/rate-limit-key.ts';
import { retryLaterError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { callRateLimit } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { requestLimitPeriod } from '../settings/gateway-lifetimes.ts';

/**
 * Counts a browser's request toward its address's limit, because the request costs storage or a call to the
 * service. Requests that another site's page can trigger are rejected earlier, so that they don't use up the
 * visitor's limit. @throws {ProtocolError} `too_many_requests` (429), `unavailable`.
 */
export async function limitRequests({
  request,
  env,
}: Pick<Context<Pick<Bindings, 'REQUEST_LIMIT'>>, 'request' | 'env'>): Promise<void> {
  if (!(await countRequestWithinLimit(env.REQUEST_LIMIT, rateLimitKeyOfCaller(request))))
    throw tooManyRequestsError('REQUEST_LIMIT');
}

/**
 * Counts a request toward a key's limit. If there is no key, nothing is counted.
 * @returns whether the request is within the limit. @throws {ProtocolError} `unavailable`.
 */
export async function countRequestWithinLimit(limit: RateLimit, key: string | undefined): Promise<boolean> {
  if (key === undefined) return true;
  return (await callRateLimit('counting a request', limit.limit({ key }))).success;
}

/** @param limit name of the rate limit's binding, for the log. */
export const tooManyRequestsError = (limit: string) =>
  retryLaterError(refusals.too_many_requests, requestLimitPeriod, limit);
