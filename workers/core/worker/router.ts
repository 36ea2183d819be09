import type { IRequest } from 'itty-router';
import { IttyRouter } from 'itty-router/IttyRouter';
import { ProtocolError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';
import { keyFingerprints } from './key-fingerprints.ts';

/** The part of a request's context that a router uses; it hands the whole context on to the handler. */
interface RoutedContext {
  readonly request: Request;
  readonly url: URL;
  readonly path: Readonly<Record<string, string>>;
  /** The worker's bindings and settings, checked. */
  readonly env: object;
  note(fields: { route: string }): void;
}

/**
 * Routes requests by their method and their path as it was sent: letter case counts. itty-router does it, with two additions: a slash at the end
 * is another path, and a path with other methods lists them. In answers to OPTIONS it also lists the worker's keys. The router doesn't get the
 * query, which it would parse.
 * @param routes handlers by `METHOD /path`, or `ALL /path` for all methods; `:name` in a path matches anything but a slash, and is given to the handler in `path`,
 * percent-encoded as it was sent. `:name+` at the end of a path matches slashes too; a worker with such a route has no rule for a slash at the end.
 * @returns a function that answers a request; it throws `not_found`, or `method_not_allowed` with the methods that the path has.
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
    // In an object: without an answer itty-router would go on to the next route.
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
