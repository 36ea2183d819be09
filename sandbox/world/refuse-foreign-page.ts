import { isLoopback } from '../../workers/core/http/secure-address.ts';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import type { WorldEnv } from './world-env.ts';
import * as worldRefusals from './world-refusals.ts';

/** The header in which the proxy of `npm start` sends `PROXY_TOKEN`. */
export const proxyTokenHeader = 'Plid-Proxy-Token';

/** The paths with data of the whole local environment. */
const shared = /^\/(?:sandbox|admin)(?:\/|$)/;

/**
 * Refuses a request that a page of another host name may have sent, to prevent DNS rebinding. Such a page shares
 * its origin with this environment, so it can read responses and set most headers. It can't set `Host`, `Origin`,
 * and `Sec-Fetch-Site`.
 * @throws {ProtocolError} `host_not_allowed`, `invalid_item` or `unknown_caller`.
 */
export function refuseForeignPage(request: Request, env: WorldEnv): void {
  const url = new URL(request.url);
  const host = request.headers.get('Host') ?? url.host;
  // The runtime builds `request.url` from `MF-Original-URL`, which a page may set.
  for (const each of [url.host, host])
    if (!isAllowedHost(each, env))
      throw new ProtocolError(worldRefusals.host_not_allowed, { value: nameOf(each) });
  const origin = request.headers.get('Origin');
  if (url.pathname.startsWith('/admin/') && origin !== null && origin !== url.origin)
    throw new ProtocolError(refusals.invalid_item, { item: 'Origin' });
  if (mayBeReadByPage(request, url, env)) throw new ProtocolError(worldRefusals.unknown_caller);
}

/**
 * Whether it isn't known under which name a caller has opened this environment. wrangler's own proxy replaces
 * `Host` by the host of `MF-Original-URL`. The proxy of `npm start` is in front of it, and removes that header.
 * Behind `npx wrangler dev` only, a browser is recognized by `Sec-Fetch-Site`, which it sends to no other http host
 * than loopback. A request that isn't a read has an `Origin` if it comes from a page.
 */
function mayBeReadByPage({ method, headers }: Request, url: URL, { SEED, PROXY_TOKEN }: WorldEnv): boolean {
  if (SEED !== undefined) return false;
  if (PROXY_TOKEN !== undefined) return headers.get(proxyTokenHeader) !== PROXY_TOKEN;
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && shared.test(url.pathname) && !headers.has('Sec-Fetch-Site');
}

function isAllowedHost(host: string, { ALLOWED_HOSTS = '' }: WorldEnv): boolean {
  const address = `http://${host}`;
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return isLoopback(url) || ALLOWED_HOSTS.split(',').includes(url.hostname);
}

const nameOf = (host: string): string => host.replace(/:\d+$/, '');

/** Removes the headers that are for the runtime and the proxy only. */
export function withoutRuntimeHeaders(request: Request): Request {
  const names = [...request.headers.keys()].filter((name) => name.startsWith('mf-'));
  for (const name of [...names, proxyTokenHeader]) request.headers.delete(name);
  return request;
}
