import { Strategy } from 'passport-oauth2';
import type { FetchUser, Settings, User } from './user.js';

type Done = (error?: unknown, user?: User) => void;

/** For `passport.use('plid', …)`, behind express-session. @param fetchUser of user.ts. */
export function strategyOf(settings: Settings, fetchUser: FetchUser): Strategy {
  const { service, client_id, client_secret, redirect_uri } = settings;
  const options = {
    authorizationURL: `${service}/oauth2/authorize`,
    tokenURL: `${service}/oauth2/token`,
    clientID: client_id,
    clientSecret: client_secret,
    callbackURL: redirect_uri,
    // Both need express-session. Without `state` the service refuses the request.
    state: true,
    pkce: true,
  };
  const verify = (_access: string, _refresh: string, user: User, done: Done) => done(null, user);
  const strategy = new Strategy(options, verify);
  // passport-oauth2 reads no user by itself.
  strategy.userProfile = (access_token: string, done: Done) => {
    fetchUser(settings, access_token).then((user) => done(null, user), done);
  };
  return strategy;
}
