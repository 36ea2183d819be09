/**
 * @returns the key under which an address is counted: an IPv4 address itself; of an IPv6 address its /64, which one customer has.
 *   Undefined for loopback, and for text that is no address.
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

/** The /48 of an IPv6 address, which one customer may have as well; undefined for any other. */
export function networkKey(address: string): string | undefined {
  const [, network] = /^(\w+:\w+:\w+):\w+::\/64$/.exec(addressKey(address) ?? '') ?? [];
  return network && `${network}::/48`;
}

/**
 * The address that a request comes from. Cloudflare always names it, and no caller can; without one (a program that runs the worker
 * elsewhere) it is empty, and has no key to be counted under.
 */
export const callerAddress = ({ headers }: Request): string => headers.get('CF-Connecting-IP') ?? '';

/** The key under which the caller of a request is counted ({@link addressKey}). */
export const callerKey = (request: Request): string | undefined => addressKey(callerAddress(request));

/** The /48 of the caller of a request ({@link networkKey}). */
export const callerNetwork = (request: Request): string | undefined => networkKey(callerAddress(request));
