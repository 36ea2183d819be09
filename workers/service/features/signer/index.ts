import { endpoint } from '../../../core/worker/endpoint.ts';
import { schema } from './signer-settings.ts';

export { Signer } from './signer.ts';

/**
 * Signs id_tokens and logout_tokens for the workers that are bound to it.
 *
 * Only this worker has the keys of OpenID Connect. It has no route or binding, so only the service's other
 * workers can reach it.
 */
export default endpoint('service-signer', schema, {});
