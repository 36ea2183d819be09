import { retryLater } from '../../core/errors.ts';
import { fromRateLimit } from '../../core/outages.ts';
import type { AuthorizeContext } from './settings.ts';

/** The period of all limits of sign-ins, in seconds. */
const period = 60;

/**
 * Counts a sign-in against the address that it comes from, so that nobody can ask many phones in turn, against the network
 * of an IPv6 address, and against the application. Cloudflare always names the address; without one, or from this
 * machine itself, only the application is counted.
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
    if (!success) throw retryLater('too_many_requests', period);
  }
}

/** The /48 of an IPv6 address; undefined for any other. */
export function networkKey(address: string): string | undefined {
  const [, network] = /^(\w+:\w+:\w+):\w+::\/64$/.exec(addressKey(address) ?? '') ?? [];
  return network && `${network}::/48`;
}

/**
 * What an address is counted as: an IPv4 address as itself, an IPv6 address as its /64, which is what one customer has.
 * @returns undefined for loopback, and for what is no address.
 */
export function addressKey(address: string): string | undefined {
  const [, mapped = address] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address) ?? [];
  if (/^\d+(\.\d+){3}$/.test(mapped)) return mapped.startsWith('127.') ? undefined : mapped;
  if (!URL.canParse(`http://[${address}]`)) return undefined;
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after];
  return groups.join(':') === '0:0:0:0:0:0:0:1' ? undefined : `${groups.slice(0, 4).join(':')}::/64`;
}
