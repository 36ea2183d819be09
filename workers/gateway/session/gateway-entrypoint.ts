import { WorkerEntrypoint } from 'cloudflare:workers';
import * as v from 'valibot';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { requestLog } from '../../core/worker/log.ts';
import { requestIdOf } from '../../core/worker/request-id.ts';
import { pick, readSettings } from '../../core/worker/settings.ts';
import { readSession } from '../sessions/read-session.ts';
import { readSessionToken } from '../sessions/session-token.ts';
import { bindings } from '../shared/gateway-bindings.ts';
import type { GatewayEntrypoint, Session } from '../shared/gateway-sealed-types.ts';
import { sessionSettings } from '../shared/session-settings.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'SESSIONS', 'LOCATION_HINT', 'USER'),
  ...pick(sessionSettings, 'SESSION_CACHE_LIFETIME', 'STALE_SESSION_LIFETIME'),
});

/**
 * RPC entrypoint for an application that is itself a Worker (`service = "plid-gateway-session"`, `entrypoint =
 * "Gateway"`). It identifies the user of a request without a network request (docs/gateway.md).
 */
export class Gateway extends WorkerEntrypoint<ClockBinding> implements GatewayEntrypoint {
  /**
   * Reads the session of a request from the request's cookie or bearer token.
   * @returns the user, and the session's start and end in seconds since 1970; null if there is no live session.
   */
  async session(request: Request): Promise<Session | null> {
    const waitUntil = (work: Promise<unknown>) => this.ctx.waitUntil(work);
    const log = requestLog('gateway-session', requestIdOf(request));
    const context = { env: readSettings(schema, this.env), now: await now(this.env), waitUntil, log };
    const presented = await readSessionToken(request, context.env.KEYS, context.now);
    return (presented && (await readSession(context, presented))) ?? null;
  }
}
