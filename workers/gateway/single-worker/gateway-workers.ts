import type { ListedWorker } from '../../core/worker/endpoint.ts';
import events from '../features/events/index.ts';
import callback from '../routes/callback/index.ts';
import disconnect from '../routes/disconnect/index.ts';
import login from '../routes/login/index.ts';
import logout from '../routes/logout/index.ts';
import objects from '../routes/objects/index.ts';
import session from '../routes/session/index.ts';
import token from '../routes/token/index.ts';
import user from '../routes/user/index.ts';

/**
 * The workers that every gateway has, in the order of deployment. The single Worker contains these workers too.
 * The optional workers are in workers/workers.ts and in this folder.
 */
export const gatewayWorkers: readonly ListedWorker[] = [
  objects,
  callback,
  session,
  login,
  token,
  user,
  logout,
  disconnect,
  events,
];
