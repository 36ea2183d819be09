import { endpoint } from '../../core/worker/endpoint.ts';
import { schema } from './signer-settings.ts';

export { Signer } from './signer.ts';

/** Holds the keys of OpenID Connect, and signs with them. It has no route and no binding: the service's own workers alone reach it. */
export default endpoint('service-signer', schema, {});
