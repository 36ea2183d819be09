import { type ErrorPage, endpoint } from '../../../core/worker/endpoint.ts';
import { withDescription } from '../../protocol/error-description.ts';
import { exchangeCode } from './exchange-code.ts';
import { logoutFailure, logoutPath } from './logout-pages.tsx';
import { type OpenIdEnv, schema } from './openid-settings.ts';
import { serveOpenIdKeys, serveProviderMetadata } from './provider-metadata.ts';
import { confirmLogOut, logOut } from './rp-initiated-logout.ts';
import { showUserinfo } from './userinfo.ts';

const described = withDescription('/oauth2/openid/token', '/oauth2/userinfo');
const errorPage: ErrorPage<OpenIdEnv> = (error, context) =>
  (context.url.pathname.startsWith(logoutPath) ? logoutFailure : described)(error, context);

/**
 * OpenID Connect.
 *
 * The endpoints include a user's claims and a separate token endpoint, because its tokens are signed (signer/).
 */
export default endpoint(
  'service-openid',
  schema,
  {
    /** OpenID Connect metadata. */
    'GET /.well-known/openid-configuration': serveProviderMetadata,
    /** Keys that sign id_tokens and logout_tokens. */
    'GET /oauth2/openid/jwks.json': serveOpenIdKeys,
    /** Exchanges a code for an access token and an id_token. */
    'POST /oauth2/openid/token': exchangeCode,
    /** Sign-out by a relying party. */
    'GET /oauth2/openid/logout': logOut,
    /** Sign-out by a relying party, as a form. */
    'POST /oauth2/openid/logout': logOut,
    /** Confirms the sign-out. */
    'POST /oauth2/openid/logout/confirm': confirmLogOut,
    /** Returns the user's claims. */
    'GET /oauth2/userinfo': showUserinfo,
    /** Returns the user's claims. */
    'POST /oauth2/userinfo': showUserinfo,
  },
  { errorPage },
);
