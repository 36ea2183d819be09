import type { WorkerDefinition } from './core/worker/endpoint.ts';
import gatewayCallback from './gateway/callback/index.ts';
import gatewayDisconnect from './gateway/disconnect/index.ts';
import gatewayEvents from './gateway/events/index.ts';
import gatewayGuard from './gateway/guard/index.ts';
import gatewayLogin from './gateway/login/index.ts';
import gatewayLogout from './gateway/logout/index.ts';
import gatewayObjects from './gateway/objects/index.ts';
import gatewayOpenid from './gateway/openid/index.ts';
import gatewayPeople from './gateway/people/index.ts';
import gatewaySession from './gateway/session/index.ts';
import gatewayToken from './gateway/token/index.ts';
import gatewayUser from './gateway/user/index.ts';
import gatewayVerify from './gateway/verify/index.ts';
import serviceAccount from './service/account/index.ts';
import serviceApplications from './service/applications/index.ts';
import serviceAuthorize from './service/authorize/index.ts';
import serviceCarrierCallback from './service/carrier-callback/index.ts';
import serviceCarriers from './service/carriers/index.ts';
import serviceDisconnect from './service/disconnect/index.ts';
import serviceMetadata from './service/metadata/index.ts';
import serviceObjects from './service/objects/index.ts';
import serviceOpenid from './service/openid/index.ts';
import servicePar from './service/par/index.ts';
import servicePeople from './service/people/index.ts';
import serviceSigner from './service/signer/index.ts';
import serviceSubscribers from './service/subscribers/index.ts';
import serviceToken from './service/token/index.ts';
import serviceUser from './service/user/index.ts';

/** A worker in the list: its definition and its fetch handler. */
export interface ListedWorker extends WorkerDefinition {
  fetch(request: Request, env: object, execution: ExecutionContext): Promise<Response>;
}

/**
 * Every deployed worker. Each half's workers are in the order of deployment, so a worker comes before the workers
 * that are bound to it. Configurations, the local environment, tests, and tables in the guides are derived from
 * this list.
 */
export const workers: readonly ListedWorker[] = [
  serviceSigner,
  serviceObjects,
  servicePar,
  serviceToken,
  serviceOpenid,
  serviceUser,
  serviceDisconnect,
  serviceApplications,
  serviceSubscribers,
  serviceCarrierCallback,
  servicePeople,
  serviceMetadata,
  serviceCarriers,
  serviceAuthorize,
  serviceAccount,
  gatewayObjects,
  gatewayCallback,
  gatewaySession,
  gatewayLogin,
  gatewayToken,
  gatewayUser,
  gatewayLogout,
  gatewayDisconnect,
  gatewayPeople,
  gatewayEvents,
  gatewayVerify,
  gatewayOpenid,
  gatewayGuard,
];
