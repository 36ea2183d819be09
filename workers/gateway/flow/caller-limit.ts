import { addressKey } from '../../core/http/address-key.ts';
import { retryLater } from '../../core/protocol/errors.ts';
import { refusals } from '../../core/protocol/refusals.ts';
import { fromRateLimit } from '../../core/storage/outages.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { requestLimitPeriod } from '../shared/gateway-lifetimes.ts';

/**
 * Counts a request that costs storage, or a call to the service, against the address that it comes from. Cloudflare always
 * names the address, and no caller can; without one (a program that runs the worker elsewhere), or from this machine
 * itself, nothing is counted.
 * @throws {ProtocolError} `too_many_requests` (429), `unavailable`.
 */
export async function limitRequests({
  request,
  env,
}: Pick<Context<Pick<Bindings, 'REQUEST_LIMIT'>>, 'request' | 'env'>): Promise<void> {
  const key = addressKey(request.headers.get('CF-Connecting-IP') ?? '');
  if (key === undefined) return;
  const { success } = await fromRateLimit('counting a request', env.REQUEST_LIMIT.limit({ key }));
  if (!success) throw retryLater(refusals.too_many_requests, requestLimitPeriod);
}
