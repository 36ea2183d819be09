import { redirect } from '../../core/http/redirect.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';

/** Parameter of an address to which the gateway has redirected. */
const marker = 'plid_host';

/**
 * Redirects a sign-in that starts on another host than `GATEWAY_ORIGIN`, such as `www` or `workers.dev`. The callback
 * comes to `GATEWAY_ORIGIN`, where the browser wouldn't send cookies of the other host.
 *
 * Behind a proxy that rewrites `Host`, every request seems to come to another host. The marker shows that the browser
 * was redirected already, so that the sign-in continues.
 * @returns undefined if the sign-in can start here.
 */
export function redirectToOwnHost({
  url,
  env,
}: Pick<Context<Pick<Bindings, 'GATEWAY_ORIGIN'>>, 'url' | 'env'>): Response | undefined {
  if (url.origin === env.GATEWAY_ORIGIN || url.searchParams.has(marker)) return undefined;
  const query = url.search === '' ? '?' : `${url.search}&`;
  return redirect(303, `${env.GATEWAY_ORIGIN}${url.pathname}${query}${marker}=Y`);
}
