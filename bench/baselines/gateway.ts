import { finish, json } from './answers.ts';
import { callback } from './gateway-callback.ts';
import { type Exchange, exchangeByHand } from './gateway-upstream.ts';

/**
 * The limit for the callback: the least that a worker with the same checks, the same calls, and the same answer costs.
 * @param exchange of the code: by hand, or by a library.
 */
export const gateway = (exchange: Exchange) => ({
  async fetch(request: Request, _: unknown, context: ExecutionContext): Promise<Response> {
    const started = Date.now();
    const url = new URL(request.url);
    const response =
      request.method === 'GET' && url.pathname === '/auth/callback'
        ? await callback(request, url, Math.floor(started / 1000), context, exchange)
        : json({ error: 'not_found' }, 404);
    return finish(request, response, 'limit', url.pathname, started);
  },
});

export default gateway(exchangeByHand);
