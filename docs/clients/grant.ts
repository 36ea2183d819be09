import type { GrantConfig } from 'grant';
import type { ReadUser, Settings, User } from './user.js';

/** What grant leaves in the session after a login. */
interface GrantSession {
  grant?: { response?: { error?: unknown; profile?: unknown } };
}

/**
 * For `grant.express(…)`, or grant for another framework, behind a middleware of sessions. The login begins at /connect/plid and
 * ends at `/`. The callback to register is <origin>/connect/plid/callback.
 */
export const grantConfig = ({ service, client_id, client_secret, redirect_uri }: Settings): GrantConfig => ({
  defaults: { origin: new URL(redirect_uri).origin, transport: 'session' },
  plid: {
    oauth: 2,
    key: client_id,
    secret: client_secret,
    authorize_url: `${service}/oauth2/authorize`,
    access_url: `${service}/oauth2/token`,
    token_endpoint_auth_method: 'client_secret_basic',
    profile_url: `${service}/v1/user/me`,
    response: ['tokens', 'profile'],
    // Made by grant for each login. Without `state` the service refuses the request.
    state: true,
    pkce: true,
    callback: '/',
  },
});

/** @param session of the browser. @param readUser of user.ts. @returns who has logged in, or why nobody has. */
export async function finishLogin(
  settings: Settings,
  session: object,
  readUser: ReadUser,
): Promise<{ user?: User; error?: unknown }> {
  const { error, profile } = (session as GrantSession).grant?.response ?? {};
  // After a failed login there is a profile too: the answer to a request without a token.
  if (error || !profile) return { error };
  return { user: await readUser(profile, settings.client_secret) };
}
