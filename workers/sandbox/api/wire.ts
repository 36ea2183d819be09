import { queryParameters } from '../../core/protocol/parameters.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { directoryOf } from '../directory/index.ts';
import type { Env } from '../sandbox-bindings.ts';

/** What went over the wire in the latest login of a plid. */
export async function readWire({ env, url }: Context<Env>): Promise<Response> {
  const exchanges = await directoryOf(env).wire(queryParameters(url).required('plid'));
  return Response.json({
    exchanges: exchanges.map(({ step, request, response }) => ({ step, request, response })),
  });
}
