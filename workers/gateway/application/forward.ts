import { callerAddress } from '../../core/http/rate-limit-key.ts';
import { rewriteInternalOrigin } from './rewrite-internal-origin.ts';

/**
 * Headers that an application may accept only from the gateway. They contain the user, client address, host, path,
 * and method. CGI, WSGI, and others don't distinguish `_` from `-` in header names.
 */
const forgeable = new Set([
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
const forgeablePrefix = /^(?:plid|x-forwarded|x-original|x-rewrite)(?:-|$)/;

/** Whether the caller could pass a header off as the gateway's or Cloudflare's. @param name as it was sent. */
function isForgeable(name: string): boolean {
  const normalized = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
  // Cloudflare sets its own `cf-…` headers, so only headers with another spelling of these names come from the
  // caller.
  const imitatesCloudflare = normalized.startsWith('cf-') && normalized !== name.toLowerCase();
  return forgeable.has(normalized) || forgeablePrefix.test(normalized) || imitatesCloudflare;
}

/**
 * Forwards a request to the application behind the gateway, without headers that could forge the sender. Redirects
 * aren't followed. @param application the application's origin. @param headers the headers to add.
 * @returns the response, in which the gateway's origin replaces the application's.
 */
export async function forward(
  request: Request,
  application: string,
  headers: Record<string, string>,
  init: RequestInit = {},
): Promise<Response> {
  const url = new URL(request.url);
  // An empty query (`?`) stays part of the URL.
  const forwarded = new Request(application + url.href.slice(url.origin.length), request);
  replaceForgeableHeaders(forwarded.headers, request, url);
  for (const [name, value] of Object.entries(headers)) forwarded.headers.set(name, value);
  const answer = await fetch(forwarded, { ...init, redirect: 'manual' });
  return rewriteInternalOrigin(answer, new URL(application), url);
}

/**
 * Deletes the headers that could forge the sender, and sets those in which applications read the client address
 * and the original URL.
 * @param headers the headers to change. @param request as it was received.
 */
export function replaceForgeableHeaders(headers: Headers, request: Request, url: URL): void {
  for (const name of [...headers.keys()]) if (isForgeable(name)) headers.delete(name);
  headers.set('X-Forwarded-Host', url.host);
  headers.set('X-Forwarded-Proto', url.protocol.slice(0, -1));
  const caller = callerAddress(request);
  if (caller !== '') headers.set('X-Forwarded-For', caller);
}
