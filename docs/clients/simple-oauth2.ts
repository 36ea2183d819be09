import { AuthorizationCode } from 'simple-oauth2';
import type { Settings } from './user.js';

const clientOf = ({ service, client_id, client_secret }: Settings) =>
  new AuthorizationCode({
    client: { id: client_id, secret: client_secret },
    auth: { tokenHost: service, tokenPath: '/oauth2/token', authorizePath: '/oauth2/authorize' },
  });

/** @returns where to send the browser, and the `state` that its session keeps for {@link finishLogin}. */
export function beginLogin(settings: Settings): { url: string; kept: string } {
  const state = crypto.randomUUID();
  const url = clientOf(settings).authorizeURL({ redirect_uri: settings.redirect_uri, state });
  return { url, kept: state };
}

/** @param callback the address that the browser came back to. @returns the access token, for `fetchUser` of user.ts. */
export async function finishLogin(settings: Settings, callback: URL, state: string): Promise<string> {
  // simple-oauth2 leaves the callback to its caller.
  const { searchParams } = callback;
  if (searchParams.get('state') !== state) throw new Error('The callback is not of this login');
  const code = searchParams.get('code');
  if (code === null) throw new Error(`Not signed in: ${searchParams.get('error')}`);
  const { token } = await clientOf(settings).getToken({ code, redirect_uri: settings.redirect_uri });
  return String(token.access_token);
}
