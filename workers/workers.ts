import type { ListedWorker } from './core/worker/endpoint.ts';
import gatewayVerify from './gateway/features/forward-auth/index.ts';
import gatewayGuard from './gateway/features/guard/index.ts';
import gatewayOpenid from './gateway/features/openid/index.ts';
import gatewayPeople from './gateway/features/people/index.ts';
import { gatewayWorkers } from './gateway/single-worker/gateway-workers.ts';
import serviceBarocert from './service/carriers/barocert/index.ts';
import serviceAccount from './service/features/account-page/index.ts';
import serviceOpenid from './service/features/openid/index.ts';
import servicePar from './service/features/par/index.ts';
import serviceSigner from './service/features/signer/index.ts';
import serviceApplications from './service/operator/applications/index.ts';
import servicePeople from './service/operator/people/index.ts';
import serviceSubscribers from './service/operator/subscribers/index.ts';
import serviceAuthorize from './service/routes/authorize/index.ts';
import serviceCarrierCallback from './service/routes/carrier-callback/index.ts';
import serviceCarriers from './service/routes/carriers/index.ts';
import serviceDisconnect from './service/routes/disconnect/index.ts';
import serviceMetadata from './service/routes/metadata/index.ts';
import serviceObjects from './service/routes/objects/index.ts';
import serviceToken from './service/routes/token/index.ts';
import serviceUser from './service/routes/user/index.ts';

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
  serviceBarocert,
  serviceCarriers,
  serviceAuthorize,
  serviceAccount,
  ...gatewayWorkers,
  gatewayPeople,
  gatewayVerify,
  gatewayOpenid,
  gatewayGuard,
];
