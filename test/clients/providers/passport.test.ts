import express from 'express';
import session from 'express-session';
import passport from 'passport';
import { expect } from 'vitest';
import type { Settings } from '../../../docs/clients/settings.ts';
import { plid } from '../../../package/providers/passport.ts';
import { ask, testApplication } from '../applications.ts';
import { optionsOf } from './options.ts';

function application(settings: Settings, secret: string): express.Express {
  const passports = new passport.Passport();
  passports.use(plid(optionsOf(settings), async (user) => user));
  passports.serializeUser((user, done) => done(null, user));
  passports.deserializeUser((user: Express.User, done) => done(null, user));

  const app = express();
  app.use(session({ secret, resave: false, saveUninitialized: false }), passports.session());
  app.get('/login', passports.authenticate('plid'));
  const ends = { successRedirect: '/', failureRedirect: '/', failureMessage: true };
  app.get('/callback', passports.authenticate('plid', ends));
  app.get('/', ({ user, session }, response) => {
    response.json({ user, messages: (session as { messages?: string[] }).messages });
  });
  return app;
}

testApplication({
  create: application,
  callback: '/callback',
  begin: async (_, origin) => `${origin}/login`,
  user: async (browser, origin) => (await ask(browser, origin)).user,
  userOf: (record) => record,
  // Without a handler of errors Express shows them on a page.
  reason: ({ text, status }) => (status === 500 ? [text] : JSON.parse(text).messages),
  denied: [expect.stringContaining('access_denied')],
  wrongState: [expect.stringContaining('The state is not that of a sign-in')],
  wrongSecret: [expect.stringContaining('The service refused this client')],
  secondLogin: 'asks again',
  sends: { credentials: 'header', pkce: true },
});
