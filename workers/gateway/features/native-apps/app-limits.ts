import { callerNetwork, rateLimitKeyOfCaller } from '../../../core/http/rate-limit-key.ts';
import { refuseCrossSite } from '../../../core/protocol/same-origin.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { countRequestWithinLimit, tooManyRequestsError } from '../../flow/address-limits.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';
import { isKnownAddress, type KnownAddressContext } from './known-addresses.ts';

export type AppLimitsEnv = Pick<Bindings, 'KEYS' | 'APP_LIMIT' | 'APP_NETWORK_LIMIT' | 'APP_TOTAL_LIMIT'>;

/**
 * Counts an app's request toward its address's limit. Requests that another site's page can trigger are rejected
 * first. @param requireType rejects a request whose body has the wrong type. @throws {ProtocolError}
 * `invalid_item`, errors of `requireType`, `too_many_requests` (429), `unavailable`.
 */
export async function limitAppRequest(
  { request, url, env }: Pick<Context<Pick<Bindings, 'APP_LIMIT'>>, 'request' | 'url' | 'env'>,
  requireType: (request: Request) => void,
): Promise<void> {
  refuseCrossSite(request, url);
  requireType(request);
  if (!(await countRequestWithinLimit(env.APP_LIMIT, rateLimitKeyOfCaller(request))))
    throw tooManyRequestsError('APP_LIMIT');
}

/**
 * Counts a call to the service on behalf of an app. The call counts toward the limit of the app's network and
 * toward the limit of all apps at this Cloudflare location. Attackers can start app flows and invent codes from
 * many addresses. All addresses use a common share of the second limit. After this share is used up, addresses
 * whose last sign-in succeeded can use another share of the same size. @param share `begins` for calls that start
 * a flow. These calls have their own share, so that they can't block the calls that complete flows. @throws
 * {ProtocolError} `too_many_requests` (429), `unavailable`.
 */
export async function limitServiceCallsForApps(
  context: KnownAddressContext<AppLimitsEnv>,
  share: 'begins' | 'ends' = 'ends',
): Promise<void> {
  const { request, env } = context;
  const of = (key: string) => (share === 'begins' ? `${key}, begins` : key);
  const network = callerNetwork(request);
  if (!(await countRequestWithinLimit(env.APP_NETWORK_LIMIT, network && of(network))))
    throw tooManyRequestsError('APP_NETWORK_LIMIT');
  if (await countRequestWithinLimit(env.APP_TOTAL_LIMIT, of('anybody'))) return;
  const isLetIn =
    (await isKnownAddress(context)) &&
    (await countRequestWithinLimit(env.APP_TOTAL_LIMIT, of('known addresses')));
  if (!isLetIn) throw tooManyRequestsError('APP_TOTAL_LIMIT');
}
