import { isLoopback } from '../packages/plid/http/secure-address.ts';
import type { Env } from './sandbox-bindings.ts';

/**
 * Whether an address is the sandbox's, or that of the service beside it. No other is opened for a person: what asks the sandbox could
 * lead them anywhere. On one machine the same world has several names.
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
