import { endpoint } from '../../core/worker/endpoint.ts';
import { withDescription } from '../shared/described-refusal.ts';
import { exchangeCode } from './exchange-code.ts';
import { logOut } from './log-out.ts';
import { schema } from './openid-settings.ts';
import { describeProvider, listKeys } from './published.ts';
import { showUserinfo } from './userinfo.ts';

/** The part of the interface that OpenID Connect adds: a token endpoint of its own, since its tokens are signed (signer/), and the claims of a person. */
export default endpoint(
  'service-openid',
  schema,
  {
    'GET /.well-known/openid-configuration': describeProvider,
    'GET /oauth2/openid/jwks.json': listKeys,
    'POST /oauth2/openid/token': exchangeCode,
    'GET /oauth2/openid/logout': logOut,
    'POST /oauth2/openid/logout': logOut,
    'GET /oauth2/userinfo': showUserinfo,
    'POST /oauth2/userinfo': showUserinfo,
  },
  { errorPage: withDescription('/oauth2/openid/token', '/oauth2/userinfo') },
);
