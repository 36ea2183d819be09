import express from 'express';
import session from 'express-session';
import grant from 'grant';
import { readUser } from './fields/fields.js';
import type { Settings } from './settings.ts';

/** What grant leaves in the session after a login. */
interface GrantSession {
  grant?: { response?: { error?: unknown; profile?: unknown } };
}

/** @param secret signs the cookie of the application's session. */
export function application(settings: Settings, secret: string): express.Express {
  const { service, client_id, client_secret, redirect_uri } = settings;
  const app = express();
  app.use(session({ secret, resave: false, saveUninitialized: false }));
  app.use(
    grant.express({
      // The callback to register is <origin>/connect/plid/callback.
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
    }),
  );
  // The login begins at /connect/plid.
  app.get('/', async ({ session }, response) => {
    const { error, profile } = (session as GrantSession).grant?.response ?? {};
    // After a failed login there is a profile too: the answer to a request without a token.
    response.json(error || !profile ? { error } : { user: await readUser(profile, client_secret) });
  });
  return app;
}
