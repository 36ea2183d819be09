import { ProtocolError } from '../../core/protocol/errors.ts';
import { callObject } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { type UserObjectEnv, userOf } from '../objects/gateway-objects.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';
import { readSessionToken } from './session-token.ts';

/**
 * Reads the live session of a request from the User object, for actions that must not depend on KV's delay.
 * @throws {ProtocolError} `unavailable`.
 */
export async function findLiveSession({
  request,
  env,
  now,
}: Pick<Context<UserObjectEnv & Pick<Bindings, 'KEYS'>>, 'request' | 'env' | 'now'>) {
  const presented = await readSessionToken(request, env.KEYS, now);
  if (presented === undefined) return undefined;
  const { plid, id } = presented;
  const live = await callObject('reading a session', userOf(env, plid).session(id, now));
  return live === undefined ? undefined : presented;
}

/**
 * Returns the error for a request without a live session, which is a 401 with a challenge (RFC 6750 §3). @param
 * more additional headers.
 */
export const noSessionError = (more: Record<string, string> = {}) =>
  new ProtocolError(gatewayRefusals.no_session, { headers: { 'WWW-Authenticate': 'Bearer', ...more } });
