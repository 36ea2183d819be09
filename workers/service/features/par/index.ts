import * as v from 'valibot';
import { readClientCredentials } from '../../../core/protocol/credentials.ts';
import { readFormParameters } from '../../../core/protocol/parameters.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { checkAuthorizationRequest } from '../../protocol/authorization-request.ts';
import { withDescription } from '../../protocol/error-description.ts';
import { authorizationParameterNames } from '../../protocol/sent-request.ts';
import { authenticateApplication } from '../../registry/application-secrets.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { pushedRequestLifetime } from '../../settings/service-lifetimes.ts';
import { createRequestUri, refuseRequestUri } from '../../tokens/pushed-requests.ts';
import { openIdReader } from '../openid/openid-reader.ts';

/** Formats of requests in addition to §4.1. */
const readers = [openIdReader];

const schema = v.object(pick(bindings, 'KEYS', 'APPLICATIONS', 'HSTS_SUBDOMAINS'));

/**
 * Receives an authorization request from the application itself (RFC 9126), so that browsers and apps never see
 * its parameters.
 */
async function storeRequest(context: Context<v.InferOutput<typeof schema>>) {
  const { request, env, now, note } = context;
  const parameters = await readFormParameters(request);
  const credentials = readClientCredentials(request, parameters);
  const { application } = await authenticateApplication(context, credentials);
  const { client_id } = application;
  note({ client_id });
  const sent = parameters.parse(authorizationParameterNames);
  refuseRequestUri(sent);
  const checked = checkAuthorizationRequest(readers, application, sent);
  const request_uri = await createRequestUri(env.KEYS, client_id, checked, now);
  return Response.json({ request_uri, expires_in: pushedRequestLifetime }, { status: 201 });
}

/** Pushed authorization requests. */
export default endpoint(
  'service-par',
  schema,
  {
    /** Pushed authorization request (RFC 9126). */
    'POST /oauth2/par': storeRequest,
  },
  { errorPage: withDescription('/oauth2/par') },
);
