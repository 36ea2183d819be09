import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { checkVerifier } from '../../core/protocol/pkce.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import { type AppFlow, appFlow } from '../shared/gateway-sealed-types.ts';

/**
 * Decrypts an app's flow from its state, after the app has proved with its verifier that it started the flow
 * (RFC 7636 §4.6).
 * @param now in seconds since 1970.
 * @throws {ProtocolError} `flow_mismatch` for a state that the gateway didn't issue, `wrong_verifier`,
 * `flow_expired`.
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

/** Whether only one app can receive a link: https links go to the app that the domain names (RFC 8252 §8.6). */
export const isClaimedHttpsLink = (link: string | undefined): boolean => link?.startsWith('https:') === true;

/**
 * Whether an app's flow requires a full sign-in: if any app could have started it, or if its own app requested one.
 * The authorization URL states it too, but an app can change it. This check of the returned flow decides.
 */
export const needsFullSignIn = (link: string | undefined, prompt: string | undefined): boolean =>
  !isClaimedHttpsLink(link) || prompt === 'login' || prompt === 'select_account';

/**
 * The result of {@link needsFullSignIn} when the flow started. Flows of releases that didn't store it derive it
 * from their link.
 */
export const isFullSignInRequired = ({ full, link }: AppFlow): boolean =>
  full ?? needsFullSignIn(link, undefined);
