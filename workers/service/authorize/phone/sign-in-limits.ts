import { callerKey, callerNetwork } from '../../../core/http/address-key.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callRateLimit } from '../../../core/storage/outages.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/** The period of all limits of sign-ins, in seconds. */
export const limitPeriod = 60;

/**
 * Counts a sign-in for the address that it comes from, so that one sender cannot ask many phones in turn, for the network
 * of an IPv6 address, and for the application. Cloudflare always passes the address; without one, or from this machine
 * itself, only the application is counted.
 * @throws {ProtocolError} `too_many_requests` (429), `unavailable`.
 */
export async function limitSignIns({ request, env }: AuthorizeContext, client_id: string): Promise<void> {
  const counted = [
    ['SIGN_IN_LIMIT', callerKey(request)],
    ['NETWORK_LIMIT', callerNetwork(request)],
    ['APPLICATION_LIMIT', client_id],
  ] as const;
  for (const [limit, key] of counted) {
    if (key === undefined) continue;
    const { success } = await callRateLimit('counting a sign-in', env[limit].limit({ key }));
    if (!success) throw retryLaterError(refusals.too_many_requests, limitPeriod, limit);
  }
}
