import { redirect } from '../../../core/http/redirect.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { OtherBrowserError } from '../../flow/other-browser-error.ts';
import { checkReturnPath } from '../../flow/request-checks.ts';
import { findStateNonce, type NonceEnv } from '../../flow/state-nonces.ts';
import { isStateOf } from '../../flow/state-parameter.ts';
import type { PresentedSession } from '../../sessions/session-token.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';

/**
 * Handles a callback whose flow can't be attributed to this browser, because the flow's cookie is missing. Only a
 * browser that the flow has already signed in may continue. The flow's record in KV is read only for the error
 * page. @param presented the browser's live session. @throws {ProtocolError} `flow_elsewhere`, `flow_expired`,
 * `flow_mismatch`, `flow_missing`.
 */
export async function resolveMissingFlow(
  context: Pick<Context<NonceEnv>, 'env' | 'now' | 'log'>,
  state: string,
  flow: 'missing' | 'other',
  presented: PresentedSession | undefined,
): Promise<Response> {
  const { env, now } = context;
  if (presented !== undefined && (await isStateOf(state, presented.secret)))
    return redirect(303, checkReturnPath('/', env.GATEWAY_ORIGIN));
  const nonce = await findStateNonce(context, state);
  if (nonce !== undefined) throw new OtherBrowserError(nonce, now);
  throw new ProtocolError(flow === 'other' ? gatewayRefusals.flow_mismatch : gatewayRefusals.flow_missing);
}
