import { redirect } from '../../../core/http/redirect.ts';
import { type Parameters, readParameters } from '../../../core/protocol/parameters.ts';
import { authorizationParameterNames } from '../../protocol/sent-request.ts';
import { createRequestUri } from '../../tokens/pushed-requests.ts';
import type { RequestFormats } from '../flow/request-format.ts';
import { authorizationPath } from '../flow/sign-in-paths.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import { type ReadRequest, readAuthorizationRequest } from './read-request.ts';

/**
 * Maximum length of a query that is repeated as it is, in characters. Proxies commonly accept 8 KB for a whole request
 * line. A `state` and a `redirect_uri` of maximum length fit.
 */
const maxQueryLength = 6_000;

/**
 * Handles an authorization request by POST (§4.1, OpenID Connect Core 1.0 §3.1.2.1). After the checks, the response
 * redirects to the same request as GET. Browsers send no `SameSite=Lax` cookies with a form of another site, but they send
 * them with the GET request, so that automatic login and `prompt=none` work in the same way.
 * @throws {ProtocolError} as {@link readAuthorizationRequest}.
 */
export async function repeatAsGet(context: AuthorizeContext, formats: RequestFormats): Promise<Response> {
  const parameters = await readParameters(context.request);
  const request = await readAuthorizationRequest(context, formats, parameters);
  context.note({ client_id: request.application.client_id });
  return redirect(303, `${authorizationPath}?${await queryOf(context, parameters, request)}`);
}

/**
 * Returns the query of the request, in its original encoding and without unknown parameters. A request that is too long
 * for a URL, or contains an id_token, is encrypted like a pushed request (RFC 9126), so that no token is in a URL.
 */
async function queryOf(
  { env, now }: AuthorizeContext,
  parameters: Parameters,
  request: ReadRequest,
): Promise<string> {
  const { client_id } = request.application;
  const names = Object.keys(parameters.parse(authorizationParameterNames).values);
  const query = names.map((name) => `${name}=${parameters.asSent(name)}`).join('&');
  const isPlain = query.length <= maxQueryLength && request.id_token_hint === undefined;
  if (isPlain || request.request_uri !== undefined) return query;
  const request_uri = await createRequestUri(env.KEYS, client_id, request, now);
  return new URLSearchParams({ client_id, request_uri }).toString();
}
