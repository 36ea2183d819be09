import { env } from 'cloudflare:workers';
import { OAuth2Client } from 'arctic';
import { gateway } from '../baselines/gateway.ts';

/** The limit's gateway, with arctic for the exchange of a code. */

const client = new OAuth2Client(env.CLIENT_ID, env.CLIENT_SECRET, `${env.GATEWAY_ORIGIN}/auth/callback`);

export default gateway(async ({ code, code_verifier }) => {
  const tokens = await client.validateAuthorizationCode(
    `${env.SERVICE_URL}/oauth2/token`,
    code,
    code_verifier,
  );
  return { access_token: tokens.accessToken() };
});
