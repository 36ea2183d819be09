import { callObject } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { deleteCachedSessions } from '../sessions/session-cache.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { type UserObjectEnv, userOf } from '../shared/gateway-objects.ts';

/**
 * Forgets a user, and ends their sessions, KV's copies with them. It may be repeated.
 * @param moment until when what they have here began, in milliseconds of the real clock. @returns how many live sessions it ended.
 * @throws {ProtocolError} `unavailable`.
 */
export async function forgetUser(
  context: Pick<Context<UserObjectEnv & Pick<Bindings, 'SESSIONS'>>, 'env' | 'now' | 'log'>,
  plid: string,
  moment = Date.now(),
): Promise<number> {
  const { env, now } = context;
  const ended = await callObject('forgetting a user', userOf(env, plid).disconnect(now, moment));
  await deleteCachedSessions(context, ended);
  return ended.length;
}
