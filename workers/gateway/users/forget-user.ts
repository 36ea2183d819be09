import { callObject } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { type UserObjectEnv, userOf } from '../objects/gateway-objects.ts';
import type { Departure } from '../objects/user-tables.ts';
import { deleteCachedSessions } from '../sessions/session-cache.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';

/**
 * Deletes a user and ends their sessions, including KV's copies. The call may be repeated. @param moment in
 * milliseconds of the real clock. Sessions that began at or before this time end. @param departure stored until the
 * application has handled it.
 * @returns the number of ended live sessions. @throws {ProtocolError} `unavailable`.
 */
export async function forgetUser(
  context: Pick<Context<UserObjectEnv & Pick<Bindings, 'SESSIONS'>>, 'env' | 'now' | 'log'>,
  plid: string,
  moment = Date.now(),
  departure?: Departure,
): Promise<number> {
  const { env, now } = context;
  const ended = await callObject('forgetting a user', userOf(env, plid).disconnect(now, moment, departure));
  await deleteCachedSessions(context, ended);
  return ended.length;
}
