import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from 'arctic';
import type { Settings } from './user.js';

/** What the browser's session keeps between the two steps. */
interface Kept {
  state: string;
  code_verifier: string;
}

const clientOf = ({ client_id, client_secret, redirect_uri }: Settings) =>
  new OAuth2Client(client_id, client_secret, redirect_uri);

/** @returns where to send the browser, and what to keep for {@link finishLogin}. */
export function beginLogin(settings: Settings): { url: URL; kept: Kept } {
  const kept = { state: generateState(), code_verifier: generateCodeVerifier() };
  const url = clientOf(settings).createAuthorizationURLWithPKCE(
    `${settings.service}/oauth2/authorize`,
    kept.state,
    CodeChallengeMethod.S256,
    kept.code_verifier,
    [],
  );
  return { url, kept };
}

/** @param callback the address that the browser came back to. @returns the access token, for `fetchUser` of user.ts. */
export async function finishLogin(settings: Settings, callback: URL, kept: Kept): Promise<string> {
  // arctic leaves the callback to its caller.
  const { searchParams } = callback;
  if (searchParams.get('state') !== kept.state) throw new Error('The callback is not of this login');
  const code = searchParams.get('code');
  if (code === null) throw new Error(`Not signed in: ${searchParams.get('error')}`);
  const address = `${settings.service}/oauth2/token`;
  const tokens = await clientOf(settings).validateAuthorizationCode(address, code, kept.code_verifier);
  return tokens.accessToken();
}
