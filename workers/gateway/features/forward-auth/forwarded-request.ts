/** The request that a proxy asks the gateway to authorize. */
export interface ForwardedRequest {
  /**
   * A request with the method and headers of the request to authorize. The body and URL of the request to
   * authorize aren't known to this worker.
   */
  request: Request;
  /** The path and query of the request to authorize, or `/` if the proxy doesn't send the path. */
  path: string;
}

const methodHeaders = ['X-Forwarded-Method', 'X-Original-Method'];
const pathHeaders = ['X-Forwarded-Uri', 'X-Original-URI'];

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Reads the request that a proxy wants authorized. Caddy and Traefik send the request's method and path in
 * `X-Forwarded-*`, and nginx sends them in `X-Original-*`. A caller may have sent the headers that the proxy
 * doesn't use, so neither kind is trusted by itself (see {@link strictestMethod}). @param appended the path and
 * query that the proxy has appended to this worker's own path, as Envoy does. Such a proxy keeps the original
 * request's method. Headers of both kinds can then come only from a caller.
 */
export function forwardedRequest({ headers, method }: Request, appended?: string): ForwardedRequest {
  const named = methodHeaders.map((name) => headers.get(name)?.toUpperCase());
  const methods = [...named.filter((text) => text !== undefined), method];
  const effective = appended === undefined ? strictestMethod(methods) : method;
  const path = appended ?? pathHeaders.map((name) => headers.get(name)).find((value) => value) ?? '/';
  return {
    request: new Request('https://asked.invalid/', { method: supportedMethod(effective), headers }),
    path,
  };
}

/**
 * Returns the most restrictive method. Unsafe methods come first, because pages of other origins may not send
 * them. OPTIONS counts only if no other method is named, because a preflight needs no session.
 */
const strictestMethod = (methods: readonly string[]): string =>
  methods.find((text) => !safeMethods.includes(text)) ??
  methods.find((text) => text !== 'OPTIONS') ??
  'OPTIONS';

/** The HTTP methods that the runtime allows in a request. A method that isn't listed is treated as unsafe. */
const supportedMethod = (method: string): string =>
  [...safeMethods, 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method) ? method : 'POST';
