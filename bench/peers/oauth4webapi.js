import { env } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import { gateway } from '../baselines/gateway.ts';

/** The limit's gateway, with oauth4webapi for the exchange of a code. */

const server = { issuer: env.SERVICE_URL, token_endpoint: `${env.SERVICE_URL}/oauth2/token` };
const client = { client_id: env.CLIENT_ID };
const authentication = oauth.ClientSecretBasic(env.CLIENT_SECRET);
const callback = `${env.GATEWAY_ORIGIN}/auth/callback`;

export default gateway(async ({ code, state, code_verifier }) => {
  const returned = oauth.validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
  const answer = await oauth.authorizationCodeGrantRequest(
    ...[server, client, authentication, returned, callback, code_verifier],
  );
  return oauth.processAuthorizationCodeResponse(server, client, answer);
});
