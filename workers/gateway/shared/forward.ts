import { callerAddress } from '../../core/http/address-key.ts';
import { withPublicAddresses } from './public-addresses.ts';

/**
 * The headers about a request that an application may believe only from the gateway: who sends
 * it, from which address, to which host or path, with which method. CGI, WSGI and others read `_` as `-`.
 */
const forged = new Set([
  'forwarded',
  'client-ip',
  'true-client-ip',
  'fastly-client-ip',
  'remote-addr',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-host',
  'x-http-host-override',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);
const forgedFamily = /^(?:plid|x-forwarded|x-original|x-rewrite)(?:-|$)/;

function isForged(name: string): boolean {
  const spelled = name.toLowerCase().replaceAll('_', '-');
  // Cloudflare sets its own cf-… headers, so that only another spelling of them comes from the caller.
  const likeCloudflare = name.includes('_') && spelled.startsWith('cf-');
  return forged.has(spelled) || forgedFamily.test(spelled) || likeCloudflare;
}

/**
 * Passes a request on to the application behind the gateway: to no other host, and without the headers that could forge who
 * sent it.
 * @param application its origin. @param headers to add.
 * @returns its answer, in which its own address is the gateway's; redirects are not followed.
 */
export async function forward(
  request: Request,
  application: string,
  headers: Record<string, string>,
  init: RequestInit = {},
): Promise<Response> {
  const url = new URL(request.url);
  // A `?` with nothing behind it is part of the address as well.
  const forwarded = new Request(application + url.href.slice(url.origin.length), request);
  for (const name of [...forwarded.headers.keys()]) if (isForged(name)) forwarded.headers.delete(name);
  for (const [name, value] of Object.entries({ ...originOf(request, url), ...headers })) {
    forwarded.headers.set(name, value);
  }
  const answer = await fetch(forwarded, { ...init, redirect: 'manual' });
  return withPublicAddresses(answer, new URL(application), url);
}

/** The origin and the destination of a request, in the headers that applications read. */
function originOf(request: Request, url: URL): Record<string, string> {
  const caller = callerAddress(request);
  return {
    'X-Forwarded-Host': url.host,
    'X-Forwarded-Proto': url.protocol.slice(0, -1),
    ...(caller === '' ? {} : { 'X-Forwarded-For': caller }),
  };
}
