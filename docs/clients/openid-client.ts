import * as client from 'openid-client';
import { readUser } from './fields/fields.js';
import type { Settings } from './settings.ts';

/** What the browser's session keeps between the two steps. */
interface Kept {
  state: string;
  code_verifier: string;
}

const configure = ({ service, client_id, client_secret }: Settings) =>
  client.discovery(new URL(service), client_id, undefined, client.ClientSecretBasic(client_secret), {
    // By default it looks for OpenID Connect, which plid is not.
    algorithm: 'oauth2',
    // Only for `npm start`: a deployed service has https alone.
    execute: [client.allowInsecureRequests],
  });

/** @returns where to send the browser, and what to keep for {@link finishLogin}. */
export async function beginLogin(settings: Settings): Promise<{ url: URL; kept: Kept }> {
  const kept = { state: client.randomState(), code_verifier: client.randomPKCECodeVerifier() };
  const url = client.buildAuthorizationUrl(await configure(settings), {
    redirect_uri: settings.redirect_uri,
    state: kept.state,
    code_challenge: await client.calculatePKCECodeChallenge(kept.code_verifier),
    code_challenge_method: 'S256',
  });
  return { url, kept };
}

/** @param callback the address that the browser came back to. @returns the user. */
export async function finishLogin(settings: Settings, callback: URL, { state, code_verifier }: Kept) {
  const config = await configure(settings);
  const checks = { expectedState: state, pkceCodeVerifier: code_verifier };
  const { access_token } = await client.authorizationCodeGrant(config, callback, checks);
  // fetchUserInfo() wants `sub` in the answer; this one asks for the address as it is.
  const address = new URL(`${settings.service}/v1/user/me`);
  const answer = await client.fetchProtectedResource(config, access_token, address, 'GET');
  return readUser(await answer.json(), settings.client_secret);
}
