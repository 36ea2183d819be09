import * as client from 'openid-client';
import type { Settings } from './user.js';

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

/**
 * @param callback the address that the browser came back to.
 * @returns the access token, for `fetchUser` of user.ts: `fetchUserInfo()` of openid-client wants a `sub` in the answer.
 */
export async function finishLogin(settings: Settings, callback: URL, kept: Kept): Promise<string> {
  const { access_token } = await client.authorizationCodeGrant(await configure(settings), callback, {
    expectedState: kept.state,
    pkceCodeVerifier: kept.code_verifier,
  });
  return access_token;
}
