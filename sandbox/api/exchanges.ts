import type { Context } from '../../workers/core/worker/endpoint.ts';
import { directoryOf } from '../directory/index.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Env } from '../sandbox-bindings.ts';

/**
 * Returns the latest requests from applications with their responses, in order, for tests. Client secrets are
 * masked.
 */
export async function listExchanges({ env }: Context<Env>): Promise<Response> {
  return Response.json({ exchanges: (await directoryOf(env).exchanges()).map(splitExchange) });
}

/** Returns an exchange both as recorded and parsed. */
export function splitExchange({ step, request, response }: Exchange) {
  const [head = '', form = ''] = request.split('\n\n');
  const [method = '', address = ''] = head.split(/[ \n]/);
  const url = new URL(address, 'http://service');
  const [answerHead = '', body = ''] = response.split('\n\n');
  const location = /^Location: (.*)$/m.exec(answerHead)?.[1];
  return {
    step,
    method,
    path: url.pathname,
    parameters: Object.fromEntries([...url.searchParams, ...new URLSearchParams(form)]),
    status: Number.parseInt(answerHead, 10),
    ...(location !== undefined && { location }),
    ...(body.startsWith('{') && { body: JSON.parse(body) as object }),
    request,
    response,
  };
}
