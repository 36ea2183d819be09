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
 * The OpenID Connect endpoints, which include a user's claims and a separate token endpoint. The token endpoint is
 * separate, because its tokens are signed (signer/).
 */
export default endpoint(
  'service-openid',
  schema,
  {
    'GET /.well-known/openid-configuration': serveProviderMetadata,
    'GET /oauth2/openid/jwks.json': serveOpenIdKeys,
    'POST /oauth2/openid/token': exchangeCode,
    'GET /oauth2/openid/logout': logOut,
    'POST /oauth2/openid/logout': logOut,
    'POST /oauth2/openid/logout/confirm': confirmLogOut,
    'GET /oauth2/userinfo': showUserinfo,
    'POST /oauth2/userinfo': showUserinfo,
  },
  { errorPage },
);
