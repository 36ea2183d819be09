import { WorkerEntrypoint } from 'cloudflare:workers';
import type { ClockBinding } from '../../core/worker/clock.ts';
import { endpoint } from '../../core/worker/endpoint.ts';
import { failureResponse } from '../errors/failure-answer.ts';
import { openAppSession } from './app-session.ts';
import { schema } from './callback-settings.ts';

const answering = endpoint(
  'gateway-callback',
  schema,
  { 'POST /auth/session': openAppSession },
  { errorPage: failureResponse },
);

/**
 * The end of an app's sign-in, beside that of a browser's. Its address is the session worker's, since a route at Cloudflare knows no
 * methods; that worker, which every page asks, has neither the client's secret nor the code of a sign-in.
 */
export class AppSessions extends WorkerEntrypoint<ClockBinding> {
  override fetch(request: Request): Promise<Response> {
    return answering.fetch(request, this.env, this.ctx);
  }
}
