import * as oauth from 'oauth4webapi';
import type { Settings } from './user.js';

/** What the browser's session keeps between the two steps. */
interface Kept {
  state: string;
  code_verifier: string;
}

/** Only for `npm start`; a deployed service has https alone. */
const local = { [oauth.allowInsecureRequests]: true };

const discover = async ({ service }: Settings) => {
  const issuer = new URL(service);
  const options = { algorithm: 'oauth2', ...local } as const;
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
};

/** @returns where to send the browser, and what to keep for {@link finishLogin}. */
export async function beginLogin(settings: Settings): Promise<{ url: URL; kept: Kept }> {
  const { authorization_endpoint = '' } = await discover(settings);
  const kept = { state: oauth.generateRandomState(), code_verifier: oauth.generateRandomCodeVerifier() };
  const url = new URL(authorization_endpoint);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: settings.client_id,
    redirect_uri: settings.redirect_uri,
    state: kept.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(kept.code_verifier),
    code_challenge_method: 'S256',
  }).toString();
  return { url, kept };
}

/** @param callback the address that the browser came back to. @returns the access token, for `fetchUser` of user.ts. */
export async function finishLogin(settings: Settings, callback: URL, kept: Kept): Promise<string> {
  const server = await discover(settings);
  const client: oauth.Client = { client_id: settings.client_id };
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretBasic(settings.client_secret),
    oauth.validateAuthResponse(server, client, callback, kept.state),
    settings.redirect_uri,
    kept.code_verifier,
    local,
  );
  const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, answer);
  return access_token;
}
