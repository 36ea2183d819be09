/** The request that a proxy asks about. */
export interface AskedRequest {
  /** Its method and headers; its body and address are not known here. */
  asked: Request;
  /** Its path with the query; `/` where the proxy does not say it. */
  path: string;
}

const methodHeaders = ['X-Forwarded-Method', 'X-Original-Method'];
const pathHeaders = ['X-Forwarded-Uri', 'X-Original-URI'];

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Reads the request that a proxy asks about. Proxies have words of their own for its method and path: Caddy and Traefik those with `Forwarded`, nginx those with
 * `Original`. If both are there, a caller has sent one of them: the method that changes something counts. Without either, the method is that of the request itself.
 * @param appended the path that the proxy has written behind this worker's own, with the query, as Envoy does; no header of a caller stands for it then.
 */
export function askedAbout({ headers, method }: Request, appended?: string): AskedRequest {
  const said = methodHeaders
    .map((name) => headers.get(name)?.toUpperCase())
    .filter((text) => text !== undefined);
  const chosen = said.find((text) => !safeMethods.includes(text)) ?? said[0] ?? method;
  const path = appended ?? pathHeaders.map((name) => headers.get(name)).find((value) => value) ?? '/';
  return { asked: new Request('https://asked.invalid/', { method: possible(chosen), headers }), path };
}

/** The runtime makes no request with any other method: it counts as one that changes something. */
const possible = (method: string): string =>
  [...safeMethods, 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method) ? method : 'POST';
