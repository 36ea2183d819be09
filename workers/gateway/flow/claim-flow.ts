import { fromObject } from '../../core/storage/outages.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { FlowClaim } from '../objects/flow.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { exchangeMargin } from '../shared/gateway-lifetimes.ts';
import { type FlowEnv, flowOf } from '../shared/object-stubs.ts';

/** Claims a flow: of all concurrent calls exactly one returns `claimed`. @throws {ProtocolError} `unavailable`. */
export function claimFlow(
  { env, now }: Pick<Context<FlowEnv & Pick<Bindings, 'SERVICE_TIMEOUT'>>, 'env' | 'now'>,
  id: string,
  claim: Omit<FlowClaim, 'deadline'>,
) {
  const deadline = now + 2 * env.SERVICE_TIMEOUT + exchangeMargin;
  return fromObject('claiming a sign-in', flowOf(env, id).claim({ ...claim, deadline }, now));
}
