/**
 * Returns an address's key for rate limits. An IPv4 address is its own key. For an IPv6 address, the key is its
 * /64, because a /64 belongs to one customer.
 * @returns undefined if the address is a loopback address or invalid.
 */
export function rateLimitKeyOfAddress(address: string): string | undefined {
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

/**
 * Returns the /48 of an IPv6 address, because a provider may assign a whole /48 to one customer.
 * @returns undefined if the address isn't an IPv6 address.
 */
export function networkKey(address: string): string | undefined {
  const [, network] = /^(\w+:\w+:\w+):\w+::\/64$/.exec(rateLimitKeyOfAddress(address) ?? '') ?? [];
  return network && `${network}::/48`;
}

/**
 * Returns the client address from a header that Cloudflare always sets and callers can't set. Outside Cloudflare,
 * the address is empty and no rate limit applies.
 */
export const callerAddress = ({ headers }: Request): string => headers.get('CF-Connecting-IP') ?? '';

/** Returns the caller's rate limit key ({@link rateLimitKeyOfAddress}). */
export const rateLimitKeyOfCaller = (request: Request): string | undefined =>
  rateLimitKeyOfAddress(callerAddress(request));

/** Returns the caller's /48 ({@link networkKey}). */
export const callerNetwork = (request: Request): string | undefined => networkKey(callerAddress(request));
