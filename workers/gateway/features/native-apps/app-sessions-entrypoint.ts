import { WorkerEntrypoint, waitUntil } from 'cloudflare:workers';
import type { ClockBinding } from '../../../core/worker/clock.ts';
import { endpoint } from '../../../core/worker/endpoint.ts';
import { failureResponse } from '../../errors/failure-response.ts';
import { schema } from '../../settings/callback-settings.ts';
import { openAppSession } from './app-session.ts';

const answering = endpoint(
  'gateway-callback',
  schema,
  { 'POST /auth/session': openAppSession },
  { errorPage: failureResponse },
);

/** Completes an app's sign-in in the Worker that calls this function. */
export const completeAppSignIn = (request: Request, env: object): Promise<Response> =>
  answering.fetch(request, env, { waitUntil });

/**
 * RPC entrypoint that completes an app's sign-in. The route of these sign-ins belongs to the session worker,
 * because Cloudflare routes don't distinguish methods. The session worker serves every page and therefore has
 * neither the client secret nor authorization codes.
 */
export class AppSessions extends WorkerEntrypoint<ClockBinding> {
  override fetch(request: Request): Promise<Response> {
    return answering.fetch(request, this.env, this.ctx);
  }
}
