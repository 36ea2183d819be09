import { addressKey } from '../../../core/http/address-key.ts';
import { retryLater } from '../../../core/protocol/errors.ts';
import { refusals } from '../../../core/protocol/refusals.ts';
import { fromRateLimit } from '../../../core/storage/outages.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/** The period of all limits of sign-ins, in seconds. */
const period = 60;

/**
 * Counts a sign-in for the address that it comes from, so that one sender cannot ask many phones in turn, for the network
 * of an IPv6 address, and for the application. Cloudflare always passes the address; without one, or from this machine
 * itself, only the application is counted.
 * @throws {ProtocolError} `too_many_requests` (429), `unavailable`.
 */
export async function limitSignIns({ request, env }: AuthorizeContext, client_id: string): Promise<void> {
  const address = request.headers.get('CF-Connecting-IP') ?? '';
  const counted: [RateLimit, string | undefined][] = [
    [env.SIGN_IN_LIMIT, addressKey(address)],
    [env.NETWORK_LIMIT, networkKey(address)],
    [env.APPLICATION_LIMIT, client_id],
  ];
  for (const [limit, key] of counted) {
    if (key === undefined) continue;
    const { success } = await fromRateLimit('counting a sign-in', limit.limit({ key }));
    if (!success) throw retryLater(refusals.too_many_requests, period);
  }
}

/** The /48 of an IPv6 address; undefined for any other. */
export function networkKey(address: string): string | undefined {
  const [, network] = /^(\w+:\w+:\w+):\w+::\/64$/.exec(addressKey(address) ?? '') ?? [];
  return network && `${network}::/48`;
}
