import express from 'express';
import session from 'express-session';
import passport from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import type { Settings } from './settings.ts';
import { fetchUser } from './user.ts';

function strategyOf(settings: Settings): OAuth2Strategy {
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
  type Done = (error?: unknown, user?: Express.User) => void;
  const verify = (_access: string, _refresh: string, user: Express.User, done: Done) => done(null, user);
  const strategy = new OAuth2Strategy(options, verify);
  // passport-oauth2 reads no user by itself.
  strategy.userProfile = (access_token: string, done: Done) => {
    fetchUser(settings, access_token).then((user) => done(null, user), done);
  };
  return strategy;
}

/** @param secret signs the cookie of the application's session. */
export function application(settings: Settings, secret: string): express.Express {
  passport.use('plid', strategyOf(settings));
  passport.serializeUser((user, done) => done(null, user));
  passport.deserializeUser((user: Express.User, done) => done(null, user));

  const app = express();
  app.use(session({ secret, resave: false, saveUninitialized: false }), passport.session());
  app.get('/login', passport.authenticate('plid'));
  app.get(
    new URL(settings.redirect_uri).pathname,
    // `failureMessage` keeps why nobody is signed in, such as that they denied.
    passport.authenticate('plid', { successRedirect: '/', failureRedirect: '/', failureMessage: true }),
  );
  app.get('/', ({ user, session }, response) => {
    response.json({ user, messages: (session as { messages?: string[] }).messages });
  });
  return app;
}
