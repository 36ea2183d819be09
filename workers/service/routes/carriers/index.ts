import { endpoint } from '../../../core/worker/endpoint.ts';
import { requireToken } from '../../../core/worker/operator-token.ts';
import { type Env, schema } from '../../carriers/carriers-settings.ts';
import { checkCarriers } from '../../carriers/check-carriers.ts';

export { Carrier } from '../../carriers/http-carrier.ts';

/**
 * Calls carriers over HTTP. A worker of your own, named plid-carrier, can replace it.
 *
 * The service's other workers call its RPC entrypoint, and operators check the carriers through its HTTP
 * endpoint.
 */
export default endpoint('service-carriers', schema, {
  /** Checks the connection to each carrier. */
  'POST /admin/carriers/check': requireToken<Env>(
    ({ ADMIN_TOKEN }) => ADMIN_TOKEN,
    async ({ env, now, url }) => Response.json({ carriers: await checkCarriers(env, url, now) }),
    ['carriers'],
  ),
});
