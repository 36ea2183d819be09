import type { ListedWorker } from '../../core/worker/endpoint.ts';
import { eventsEndpoint } from '../features/events/index.ts';
import { completeAppSignIn } from '../features/native-apps/app-sessions-entrypoint.ts';
import callback from '../routes/callback/index.ts';
import { disconnectEndpoint } from '../routes/disconnect/index.ts';
import login from '../routes/login/index.ts';
import logout from '../routes/logout/index.ts';
import objects from '../routes/objects/index.ts';
import session from '../routes/session/index.ts';
import token from '../routes/token/index.ts';
import user from '../routes/user/index.ts';
import { findSession } from '../sessions/find-session.ts';
import type { GatewayEntrypoint } from '../settings/gateway-sealed-types.ts';
import type { HandleDeparture } from '../users/departure.ts';

/**
 * The workers that every gateway has, in the order of deployment. The single Worker contains these workers too.
 * The optional workers are in workers/workers.ts and in this folder.
 * @param handle lets the application of the single Worker handle that a user has left.
 */
export const gatewayWorkersWith = (handle?: HandleDeparture): readonly ListedWorker[] => [
  objects,
  callback,
  session,
  login,
  token,
  user,
  logout,
  disconnectEndpoint(handle),
  eventsEndpoint(handle),
];

export const gatewayWorkers = gatewayWorkersWith();

/**
 * Functions of the single Worker that replace service bindings. If the gateway is deployed as several workers, the
 * workers call each other through service bindings.
 */
export const inProcess = (env: object) => ({
  APP_SESSIONS: { fetch: (request: Request) => completeAppSignIn(request, env) },
  GATEWAY: { session: (request: Request) => findSession(request, env) } satisfies GatewayEntrypoint,
});
