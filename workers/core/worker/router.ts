import type { IRequest } from 'itty-router';
import { IttyRouter } from 'itty-router/IttyRouter';
import { ProtocolError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';
import { keyFingerprints } from './key-fingerprints.ts';

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
 * itty-router with two additions. A path with a trailing slash is a different path, and a response to a wrong
 * method lists the path's methods. Responses to OPTIONS also list the worker's keys. The query isn't passed to
 * itty-router, because itty-router would parse the query. @param routes handlers by `METHOD /path`, or `ALL /path`
 * for all methods. `:name` matches everything except a slash, and the handler gets the match in `path`, in its
 * original percent-encoding. `:name+` at the end also matches slashes. A worker with such a route has no rule for
 * a trailing slash.
 * @returns a function that handles a request. The function throws `not_found`, or `method_not_allowed` with the
 * path's methods.
 */
export function createRouter<Context extends RoutedContext>(
  routes: Readonly<Record<string, (context: Context) => Response | Promise<Response>>>,
) {
  const router = IttyRouter<IRequest, [Context]>();
  const hasOpen = Object.keys(routes).join().includes('+');
  router.all('*', (_, { url: { pathname } }) => {
    if (!hasOpen && /.\/$/.test(pathname)) throw new ProtocolError(refusals.not_found);
  });
  for (const [stated, handler] of Object.entries(routes)) {
    const [method = '', path = ''] = stated.split(' ');
    // The response is wrapped in an object, because itty-router tries the next route if there is no return value.
    router[method.toLowerCase() as 'get'](path, async ({ params }, context) => {
      context.note({ route: path });
      return { answer: await handler(Object.assign(context, { path: params })) };
    });
  }
  router.all('*', async (_, { request, url: { pathname }, env }) => {
    const other = router.routes.filter(([method, pattern]) => method !== 'ALL' && pattern.test(pathname));
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
