import * as v from 'valibot';
import { readBearer } from '../../../core/protocol/bearer.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { userFailure } from '../../errors/failure-response.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { serviceSettings } from '../../settings/service-settings.ts';
import { readUser } from '../../upstream/service-calls.ts';

const schema = v.object({
  ...pick(bindings, 'HSTS_SUBDOMAINS'),
  ...pick(serviceSettings, 'SERVICE_URL', 'USER_PATH', 'SERVICE_TIMEOUT', 'CLIENT_SECRET'),
});

/**
 * Returns the envelope of §2.4 with every field decrypted, for an app that has an access token and no client
 * secret.
 */
async function proxyUser(context: Context<v.InferOutput<typeof schema>>): Promise<Response> {
  return Response.json(await readUser(context, readBearer(context.request)));
}

/** User proxy for apps. */
export default endpoint(
  'gateway-user',
  schema,
  {
    /** User proxy: returns the user (§2.4) with decrypted fields. */
    'GET /auth/user': proxyUser,
  },
  { errorPage: userFailure },
);
