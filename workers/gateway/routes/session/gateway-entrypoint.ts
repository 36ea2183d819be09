import { WorkerEntrypoint } from 'cloudflare:workers';
import type { Session } from '../../../../packages/plid/gateway/session.ts';
import type { ClockBinding } from '../../../core/worker/clock.ts';
import { findSession } from '../../sessions/find-session.ts';
import type { GatewayEntrypoint } from '../../settings/gateway-sealed-types.ts';

/**
 * RPC entrypoint for an application that is itself a Worker (`service = "plid-gateway-session"`, `entrypoint =
 * "Gateway"`). It identifies the user of a request without a network request (docs/gateway/sessions.md).
 */
export class Gateway extends WorkerEntrypoint<ClockBinding> implements GatewayEntrypoint {
  /**
   * Reads the session of a request from the request's cookie or bearer token.
   * @returns the user, and the session's start and end in seconds since 1970; null if there is no live session.
   */
  session(request: Request): Promise<Session | null> {
    return findSession(request, this.env);
  }
}
