import type { IRequest } from 'itty-router';
import { IttyRouter } from 'itty-router/IttyRouter';
import { ProtocolError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';
import { keyFingerprints } from './key-fingerprints.ts';

const isSlashed = (path: string) => /.\/$/.test(path);
/**
 * Returns whether a path ends with a slash exactly if a route's path does. itty-router ignores slashes at the end.
 */
const hasSlashOf =
  (route: string) =>
  (pathname: string): boolean =>
    route.endsWith('+') || isSlashed(pathname) === isSlashed(route);

/** The part of a request's context that the router uses. The handler gets the whole context. */
interface RoutedContext {
  readonly request: Request;
  readonly url: URL;
  readonly path: Readonly<Record<string, string>>;
  /** The worker's bindings and settings, validated. */
  readonly env: object;
  note(fields: { route: string }): void;
}

/**
 * Routes requests by method and path, case-sensitively and in the path's original encoding. The router uses
 * itty-router with three additions. A path with a trailing slash is a different path, `:name+` may be empty, and a
 * response to a wrong method lists the path's methods. Responses to OPTIONS also list the worker's keys. The query
 * isn't passed to itty-router, because itty-router would parse the query. @param routes handlers by `METHOD /path`,
 * or `ALL /path` for all methods. `:name` matches everything except a slash, and the handler gets the match in
 * `path`, in its original percent-encoding. `/:name+` at the end matches a slash and everything after it.
 * @returns a function that handles a request. The function throws `not_found`, or `method_not_allowed` with the
 * path's methods.
 */
export function createRouter<Context extends RoutedContext>(
  routes: Readonly<Record<string, (context: Context) => Response | Promise<Response>>>,
) {
  const router = IttyRouter<IRequest, [Context]>();
  /** For each of the router's routes, whether it has the slash at the end that a path has. */
  const slashRules: ((pathname: string) => boolean)[] = [];
  for (const [stated, handler] of Object.entries(routes)) {
    const [method = '', path = ''] = stated.split(' ');
    const add = (pattern: string, empty: Record<string, string> = {}) => {
      const hasItsSlash = hasSlashOf(pattern);
      slashRules.push(hasItsSlash);
      // The response is wrapped in an object, because itty-router tries the next route if there is no return value.
      router[method.toLowerCase() as 'get'](pattern, async ({ params }, context) => {
        if (!hasItsSlash(context.url.pathname)) return undefined;
        context.note({ route: path });
        return { answer: await handler(Object.assign(context, { path: { ...empty, ...params } })) };
      });
    };
    add(path);
    const [, base, rest = ''] = /^(.*\/):(\w+)\+$/.exec(path) ?? [];
    // In itty-router 5, `:name+` needs a character; in other releases, it matches nothing too.
    if (base !== undefined) add(base, { [rest]: '' });
  }
  router.all('*', async (_, { request, url: { pathname }, env }) => {
    const other = router.routes.filter(
      ([method, pattern], index) =>
        method !== 'ALL' && pattern.test(pathname) && slashRules[index]?.(pathname),
    );
    if (other.length === 0) throw new ProtocolError(refusals.not_found);
    const keys = request.method === 'OPTIONS' ? await keyFingerprints(env) : {};
    const headers = { Allow: other.map(([method]) => method).join(', '), ...keys };
    throw new ProtocolError(refusals.method_not_allowed, { headers });
  });
  return async (context: Context): Promise<Response> => {
    const { request, url } = context;
    const asked = { method: request.method, url: url.origin + url.pathname } as IRequest;
    const { answer } = await router.fetch(asked, context);
    return answer;
  };
}
