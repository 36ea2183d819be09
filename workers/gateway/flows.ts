import type { Context } from '../core/endpoint.ts';
import { fromObject } from '../core/outages.ts';
import type { Bindings } from './bindings.ts';
import { exchangeMargin } from './lifetimes.ts';
import type { FlowClaim } from './objects/flow.ts';
import { type FlowEnv, flowOf } from './objects.ts';

/** Claims a flow: of all who try, wherever they are, one is told `claimed`. @throws {ProtocolError} `unavailable`. */
export function claimFlow(
  { env, now }: Pick<Context<FlowEnv & Pick<Bindings, 'SERVICE_TIMEOUT'>>, 'env' | 'now'>,
  id: string,
  claim: Omit<FlowClaim, 'deadline'>,
) {
  const deadline = now + 2 * env.SERVICE_TIMEOUT + exchangeMargin;
  return fromObject('claiming a sign-in', flowOf(env, id).claim({ ...claim, deadline }, now));
}
