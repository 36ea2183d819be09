import * as v from 'valibot';
import { readBearer } from '../../core/protocol/bearer.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { userFailure } from '../errors/failure-answer.ts';
import { bindings } from '../shared/gateway-bindings.ts';
import { readUser } from '../upstream/service-endpoints.ts';

const schema = v.object({
  SERVICE_URL: bindings.SERVICE_URL,
  SERVICE_TIMEOUT: bindings.SERVICE_TIMEOUT,
  USER_PATH: bindings.USER_PATH,
  CLIENT_SECRET: bindings.CLIENT_SECRET,
  HSTS_SUBDOMAINS: bindings.HSTS_SUBDOMAINS,
});

/** The envelope of §2.4 with every field in the clear, for an application that has an access token but no client secret. */
async function proxyUser(context: Context<v.InferOutput<typeof schema>>): Promise<Response> {
  return Response.json(await readUser(context, readBearer(context.request)));
}

export default endpoint('gateway-user', schema, { 'GET /auth/user': proxyUser }, { errorPage: userFailure });
