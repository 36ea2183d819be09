import { isTemporary, ProtocolError, type Refusal, retryLaterError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { callObject } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { FlowOutcome } from '../objects/flow.ts';
import { type FlowEnv, flowOf } from '../objects/gateway-objects.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';
import { upstreamRefusals } from '../upstream/upstream-failure.ts';

/** Pauses between polls for another call's outcome, in seconds. They add up to ten seconds. */
const pauses = [0.1, 0.2, 0.4, 0.8, 1, 1.5, 2, 2, 2];

/**
 * Waits while the call that has claimed a flow exchanges the code, and then returns the flow's user. @param id the
 * id of the session that the flow ends in.
 * @returns the plid. @throws {ProtocolError} `flow_expired`, `flow_used`, `unavailable`. If the call that claimed
 * the flow has failed, throws that call's error. If that call is still pending, throws another error, after which
 * clients may retry.
 */
export async function waitForFlowOutcome(
  { env, now }: Pick<Context<FlowEnv>, 'env' | 'now'>,
  id: string,
  claimed: FlowOutcome,
): Promise<string> {
  let outcome: FlowOutcome | undefined = claimed;
  for (const pause of pauses) {
    if (outcome === undefined) throw new ProtocolError(gatewayRefusals.flow_expired);
    if (outcome.status === 'failed') throw errorOfOutcome(outcome.reason);
    if (outcome.status === 'proxied') throw new ProtocolError(gatewayRefusals.flow_used);
    if (outcome.status === 'signed_in') return outcome.plid;
    if (outcome.deadline <= now) throw retryLaterError(gatewayRefusals.sign_in_broken_off, 1);
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    outcome = await callObject('waiting for a sign-in', flowOf(env, id).outcome());
  }
  throw retryLaterError(gatewayRefusals.sign_in_pending, 3);
}

/** Errors of a code exchange that a stored outcome may contain. */
const failures: readonly Refusal[] = [
  ...Object.values(upstreamRefusals),
  gatewayRefusals.signed_out,
  refusals.login_required,
  refusals.unavailable,
];

/**
 * Rebuilds the error from a stored outcome.
 * @returns `internal` if the neighboring build stored a reason that this build doesn't know.
 */
export function errorOfOutcome(reason: string): ProtocolError {
  const refusal = failures.find((known) => known.reason === reason) ?? refusals.internal;
  return isTemporary(refusal) ? retryLaterError(refusal, 5) : new ProtocolError(refusal);
}
