import { waitUntil } from 'cloudflare:workers';
import * as v from 'valibot';
import type { Session } from '../../../packages/plid/gateway/session.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { requestLog } from '../../core/worker/log.ts';
import { requestIdOf } from '../../core/worker/request-id.ts';
import { pick, readSettings } from '../../core/worker/settings.ts';
import { bindings } from '../settings/gateway-bindings.ts';
import { sessionSettings } from '../settings/session-settings.ts';
import { readSession } from './read-session.ts';
import { readSessionToken } from './session-token.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'SESSIONS', 'LOCATION_HINT', 'USER'),
  ...pick(sessionSettings, 'SESSION_CACHE_LIFETIME', 'STALE_SESSION_LIFETIME'),
});

/**
 * Reads the session of a request from the request's cookie or bearer token.
 * @returns null if there is no live session. @throws {ProtocolError} `unavailable`.
 */
export async function findSession(request: Request, rawEnv: ClockBinding): Promise<Session | null> {
  const log = requestLog('gateway-session', requestIdOf(request));
  const context = { env: readSettings(schema, rawEnv), now: await now(rawEnv), waitUntil, log };
  const presented = await readSessionToken(request, context.env.KEYS, context.now);
  return (presented && (await readSession(context, presented))) ?? null;
}
