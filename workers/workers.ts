import type { ListedWorker } from './core/worker/endpoint.ts';
import gatewayGuard from './gateway/guard/index.ts';
import gatewayOpenid from './gateway/openid/index.ts';
import gatewayPeople from './gateway/people/index.ts';
import { gatewayWorkers } from './gateway/single-worker/gateway-workers.ts';
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

export type { ListedWorker } from './core/worker/endpoint.ts';

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
  ...gatewayWorkers,
  gatewayPeople,
  gatewayVerify,
  gatewayOpenid,
  gatewayGuard,
];
