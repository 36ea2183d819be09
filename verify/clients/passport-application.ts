import express from 'express';
import session from 'express-session';
import { Passport, type Strategy } from 'passport';

/** An application that logs in with a strategy of Passport. @param secret signs the cookie of its session. */
export function passportApplication(strategy: Strategy, secret: string): express.Express {
  const passport = new Passport();
  passport.use('plid', strategy);
  passport.serializeUser((user, done) => done(null, user));
  passport.deserializeUser((user: Express.User, done) => done(null, user));

  const app = express();
  app.use(session({ secret, resave: false, saveUninitialized: false }), passport.session());
  app.get('/login', passport.authenticate('plid'));
  // `failureMessage` keeps the reason of a failed login, such as a denial.
  const ends = { successRedirect: '/', failureRedirect: '/', failureMessage: true };
  app.get('/callback', passport.authenticate('plid', ends));
  app.get('/', ({ user, session }, response) => {
    response.json({ user, messages: (session as { messages?: string[] }).messages });
  });
  return app;
}
