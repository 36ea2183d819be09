import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { checkVerifier } from '../../core/protocol/pkce.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import { type AppFlow, appFlow } from '../shared/gateway-values.ts';

/**
 * The flow that an application's state is, once the application has proved that it began it (RFC 7636 §4.6).
 * @param now in seconds since 1970.
 * @throws {ProtocolError} `flow_mismatch` for a state that is none of ours, `wrong_verifier`, `flow_expired`.
 */
export async function openAppFlow(
  keys: KeyRing,
  state: string,
  code_verifier: string,
  now: number,
): Promise<AppFlow> {
  const flow = await appFlow.open(keys, state, now);
  if (flow === undefined) throw new ProtocolError(gatewayRefusals.flow_mismatch);
  await checkVerifier(code_verifier, flow.code_challenge);
  if (flow.expires <= now) throw new ProtocolError(gatewayRefusals.flow_expired);
  return flow;
}
