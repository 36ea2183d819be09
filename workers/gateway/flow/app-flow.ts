import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { checkVerifier } from '../../core/protocol/pkce.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import { type AppFlow, appFlow } from '../shared/gateway-sealed-types.ts';

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

/** Whether a link leads to one app and no other: https, which the system gives to the app that its domain names (RFC 8252 §8.6). */
export const isOfOneApp = (link: string | undefined): boolean => link?.startsWith('https:') === true;

/**
 * Whether only a full sign-in will do for an app's flow: where any app may have begun it, and where its own app asks for that. The address that
 * the app is given says so as well, but an app can change it: what counts is this, when the flow has come back.
 */
export const needsFullSignIn = (link: string | undefined, prompt: string | undefined): boolean =>
  !isOfOneApp(link) || prompt === 'login' || prompt === 'select_account';

/** The answer of {@link needsFullSignIn} when the flow began; flows of releases that did not seal it derive it from their link. */
export const isFullDemanded = ({ full, link }: AppFlow): boolean => full ?? needsFullSignIn(link, undefined);
