import { endpoint } from '../../../core/worker/endpoint.ts';
import { schema } from './signer-settings.ts';

export { Signer } from './signer.ts';

/**
 * The worker that has the keys of OpenID Connect and signs with them. It has no route or binding, so only the
 * service's other workers can reach it.
 */
export default endpoint('service-signer', schema, {});
