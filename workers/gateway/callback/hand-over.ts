import { ProtocolError } from '../../core/errors.ts';
import type { Parameters } from '../../core/parameters.ts';
import type { AppFlow } from '../sealed-values.ts';

/**
 * Hands an application's sign-in over to its link. Nothing is exchanged here: the code is of use only to who holds
 * the verifier of the flow's challenge, so that a link caught by somebody else's application gives nothing away.
 * @param allowed the links of APP_LINKS. @param now in seconds since 1970.
 * @throws {ProtocolError} `flow_expired`, `app_link_refused`; `flow_of_app` where the application should have caught it.
 */
export function handOver(
  flow: AppFlow,
  parameters: Parameters,
  allowed: readonly string[],
  now: number,
): Response {
  if (flow.expires <= now) throw new ProtocolError('flow_expired');
  if (flow.link === undefined) throw new ProtocolError('flow_of_app');
  if (!allowed.includes(flow.link)) throw new ProtocolError('app_link_refused');
  const link = new URL(flow.link);
  for (const name of ['code', 'state', 'error', 'message']) {
    const value = parameters.optional(name);
    if (value !== undefined) link.searchParams.set(name, value);
  }
  return new Response(null, { status: 302, headers: { Location: link.href } });
}
