import { redirect } from '../../../core/http/redirect.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readParameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { type ErrorPage, endpoint, type Handler } from '../../../core/worker/endpoint.ts';
import { logoutFailure, signInFailure } from '../../errors/failure-page.tsx';
import { tokenFailure } from '../../errors/failure-response.ts';
import { serveDiscovery, serveKeys } from './discovery-documents.ts';
import { withEncryptedHint } from './gateway-id-token-hint.ts';
import { issueTokens } from './issue-tokens.ts';
import { openIdAuthorize } from './openid-authorize.ts';
import { confirmPartyLogout, relyingPartyLogout } from './party-logout.ts';
import { partyLogoutPath } from './party-logout-pages.tsx';
import { type OpenIdContext, type OpenIdEnv, schema } from './party-settings.ts';
import { partyUserinfo } from './party-userinfo.ts';

/** Wraps a handler so that it responds with 404 if no relying parties are configured. */
const ifConfigured =
  (handler: Handler<OpenIdEnv>): Handler<OpenIdEnv> =>
  (context) => {
    if (context.env.OPENID_CLIENTS.length === 0) throw new ProtocolError(refusals.not_found);
    return handler(context);
  };

/**
 * Repeats a request as a link, because browsers send no cookies with a form from a relying party's page
 * (SameSite=Lax). The link contains no id_token.
 */
async function repeatAsLink({ request, url, env, now }: OpenIdContext): Promise<Response> {
  const query = await withEncryptedHint(env, (await readParameters(request)).asSentWhole(), now);
  return redirect(303, new URL(`${env.GATEWAY_ORIGIN}${url.pathname}?${query}`).href);
}

const failures: Record<string, ErrorPage<OpenIdEnv>> = {
  '/auth/oidc/authorize': signInFailure,
  [partyLogoutPath]: logoutFailure,
  [`${partyLogoutPath}/confirm`]: logoutFailure,
};
const errorPage: ErrorPage<OpenIdEnv> = (error, context) =>
  (failures[context.url.pathname] ?? tokenFailure)(error, context);

/**
 * OpenID Connect for other products.
 *
 * The relying parties belong to the gateway's own data recipient, regardless of the service behind the gateway.
 * Only this worker has the signing keys.
 */
export default endpoint(
  'gateway-openid',
  schema,
  {
    /** OpenID Connect metadata. Without `OPENID_CLIENTS`, all of `/auth/oidc` returns 404. */
    'GET /auth/oidc/.well-known/openid-configuration': ifConfigured(serveDiscovery),
    /** Keys that sign id_tokens and logout_tokens. */
    'GET /auth/oidc/jwks.json': ifConfigured(serveKeys),
    /** Authorization endpoint for relying parties. */
    'GET /auth/oidc/authorize': ifConfigured(openIdAuthorize),
    /** The same as a form. */
    'POST /auth/oidc/authorize': ifConfigured(repeatAsLink),
    /** Exchanges a code for an access token and an id_token. */
    'POST /auth/oidc/token': ifConfigured(issueTokens),
    /** Returns the user's claims. */
    'GET /auth/oidc/userinfo': ifConfigured(partyUserinfo),
    /** Returns the user's claims. */
    'POST /auth/oidc/userinfo': ifConfigured(partyUserinfo),
    /** Sign-out by a relying party, with an id_token of the user. Without one, a page asks. */
    'GET /auth/oidc/logout': ifConfigured(relyingPartyLogout),
    /** The same as a form. */
    'POST /auth/oidc/logout': ifConfigured(relyingPartyLogout),
    /** Confirms the sign-out. */
    'POST /auth/oidc/logout/confirm': ifConfigured(confirmPartyLogout),
  },
  { errorPage },
);
