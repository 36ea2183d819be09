import type { ListedWorker } from '../../core/worker/endpoint.ts';
import callback from '../callback/index.ts';
import disconnect from '../disconnect/index.ts';
import events from '../events/index.ts';
import login from '../login/index.ts';
import logout from '../logout/index.ts';
import objects from '../objects/index.ts';
import session from '../session/index.ts';
import token from '../token/index.ts';
import user from '../user/index.ts';

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
