import * as v from 'valibot';
import { readClientCredentials } from '../../core/protocol/credentials.ts';
import { readFormParameters } from '../../core/protocol/parameters.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { pick } from '../../core/worker/settings.ts';
import { openIdReader } from '../features/openid/openid-reader.ts';
import { authenticateApplication } from '../shared/application-secrets.ts';
import { checkAuthorizationRequest } from '../shared/authorization-request.ts';
import { withDescription } from '../shared/error-description.ts';
import { createRequestUri, refuseRequestUri } from '../shared/pushed-requests.ts';
import { authorizationParameterNames } from '../shared/sent-request.ts';
import { bindings } from '../shared/service-bindings.ts';
import { pushedRequestLifetime } from '../shared/service-lifetimes.ts';

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

const path = '/oauth2/par';

export default endpoint(
  'service-par',
  schema,
  { [`POST ${path}`]: storeRequest },
  { errorPage: withDescription(path) },
);
