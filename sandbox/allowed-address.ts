import { isLoopback } from '../workers/core/http/secure-address.ts';
import type { Env } from './sandbox-bindings.ts';

/**
 * Whether a URL belongs to the sandbox or the service, under any host name of the local environment. The sandbox
 * opens no other URLs, because a request could contain any URL.
 */
export function isAllowedAddress(
  address: string | undefined,
  { env, url }: { env: Pick<Env, 'BASE_URL'>; url: URL },
): address is string {
  if (address === undefined || !URL.canParse(address)) return false;
  const target = new URL(address);
  const isSameMachine = isLoopback(url) && isLoopback(target) && target.port === url.port;
  return (
    [url.origin, env.BASE_URL].includes(target.origin) || (isSameMachine && target.protocol === url.protocol)
  );
}
