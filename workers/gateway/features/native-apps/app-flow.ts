import type { KeyRing } from '../../../core/crypto/keys.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { checkVerifier } from '../../../core/protocol/pkce.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import { type AppFlow, appFlow } from '../../settings/gateway-sealed-types.ts';

/**
 * Decrypts an app's flow from its state. The app's verifier must prove that the app started the flow
 * (RFC 7636 §4.6). @param now in seconds since 1970. @throws {ProtocolError} `flow_mismatch` if the gateway didn't issue the
 * state, `wrong_verifier`, `flow_expired`.
 */
export async function decryptAppFlow(
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

/**
 * Whether only one app can receive a link. True for https links, because they open the app that the domain names
 * (RFC 8252 §8.6).
 */
export const isClaimedHttpsLink = (link: string | undefined): boolean => link?.startsWith('https:') === true;

/**
 * Whether an app's flow requires a full sign-in. True if any app could have started the flow, or if the app itself
 * requested a full sign-in. The authorization URL contains this requirement too, but an app can change that URL.
 * Therefore, the check of the returned flow decides.
 */
export const needsFullSignIn = (link: string | undefined, prompt: string | undefined): boolean =>
  !isClaimedHttpsLink(link) || prompt === 'login' || prompt === 'select_account';
