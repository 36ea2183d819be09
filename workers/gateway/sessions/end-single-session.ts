import { callObject } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { type UserObjectEnv, userOf } from '../objects/gateway-objects.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { gatewayEvents } from '../settings/gateway-events.ts';
import { deleteCachedSessions } from './session-cache.ts';
import type { PresentedSession } from './session-token.ts';

/**
 * Ends one session, even if the request fails later. KV's copy is deleted after the response. @throws
 * {ProtocolError} `unavailable`.
 */
export async function endSingleSession(
  context: Context<UserObjectEnv & Pick<Bindings, 'KEYS' | 'SESSIONS'>>,
  { plid, id }: Pick<PresentedSession, 'plid' | 'id'>,
): Promise<void> {
  const { env, now } = context;
  const ending = userOf(env, plid).logOut(id, 'this', now);
  const ended = (await callObject('ending a session', ending)) ?? [];
  context.waitUntil(deleteCachedSessions(context, ended));
  if (ended.length > 0) gatewayEvents.record(context, 'session_ended', { plid });
}
