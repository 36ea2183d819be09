import * as v from 'valibot';
import { readBearer } from '../../core/credentials.ts';
import { type Context, endpoint } from '../../core/endpoint.ts';
import { bindings } from '../bindings.ts';
import { relayed } from '../relay.ts';
import { readUser } from '../upstream-user.ts';

const schema = v.object({
  SERVICE_URL: bindings.SERVICE_URL,
  SERVICE_TIMEOUT: bindings.SERVICE_TIMEOUT,
  USER_PATH: bindings.USER_PATH,
  CLIENT_SECRET: bindings.CLIENT_SECRET,
});

/** The envelope of §2.4 with every field in the clear, for an application that has an access token but no client secret. */
function proxyUser({ request, env }: Context<v.InferOutput<typeof schema>>): Promise<Response> {
  const access_token = readBearer(request);
  return relayed(async () => Response.json(await readUser(env, access_token)), challengeOf);
}

/** A 401 needs a challenge (RFC 6750 §3), and the service's own headers stay behind. */
const challengeOf = (status: number): Record<string, string> =>
  status === 401 ? { 'WWW-Authenticate': 'Bearer error="invalid_token"' } : {};

export default endpoint('gateway-user', schema, { 'GET /auth/user': proxyUser });
