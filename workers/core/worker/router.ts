import { IttyRouter } from 'itty-router/IttyRouter';
import { ProtocolError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';

/** A route that matches a request. */
interface FoundRoute<Handler> {
  handler: Handler;
  /** As it is stated: `/admin/applications/:client_id`. */
  path: string;
  /** The path's parameters, percent-encoded as they were sent. */
  parameters: Record<string, string>;
}

/**
 * Finds the route of a request, by its method and its path as it was sent: letter case counts. itty-router makes the patterns;
 * it is not asked to fetch, which would parse the address and its query once more for every request. What it would decide otherwise is
 * decided here: a slash at the end is another path, and a path that has other methods names them.
 * @param routes handlers by `METHOD /path`; `:name` in a path matches anything but a slash.
 */
export function createRouter<Handler>(routes: Readonly<Record<string, Handler>>) {
  const table = Object.entries(routes).flatMap(([route, handler]) => {
    const [method, path] = route.split(' ') as [string, string];
    return IttyRouter()
      .all(path)
      .routes.map(([, pattern]) => ({ method, path, pattern, handler }));
  });

  /** @throws {ProtocolError} `not_found`, or `method_not_allowed` with the methods that the path has. */
  return (request: Request, pathname: string): FoundRoute<Handler> => {
    const isOtherPath = pathname.length > 1 && pathname.endsWith('/');
    const matching = isOtherPath ? [] : table.filter(({ pattern }) => pattern.test(pathname));
    const found = matching.find(({ method }) => method === request.method);
    if (found !== undefined) {
      const { handler, path, pattern } = found;
      return { handler, path, parameters: pattern.exec(pathname)?.groups ?? {} };
    }
    if (matching.length === 0) throw new ProtocolError(refusals.not_found);
    const allowed = matching.map(({ method }) => method).join(', ');
    throw new ProtocolError(refusals.method_not_allowed, { headers: { Allow: allowed } });
  };
}
