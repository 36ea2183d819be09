import express from 'express';
import session from 'express-session';
import grant from 'grant';
import { expect } from 'vitest';
import { finishLogin, grantConfig } from '../../docs/clients/grant.ts';
import { readUser, type Settings } from '../../docs/clients/user.ts';
import { ask, testApplication } from './applications.ts';

function application(settings: Settings, secret: string): express.Express {
  const app = express();
  app.use(session({ secret, resave: false, saveUninitialized: false }));
  app.use(grant.express(grantConfig(settings)));
  app.get('/', async ({ session }, response) => {
    response.json(await finishLogin(settings, session, readUser));
  });
  return app;
}

testApplication({
  create: application,
  callback: '/connect/plid/callback',
  begin: async (_, origin) => `${origin}/connect/plid`,
  user: async (browser, origin) => (await ask(browser, origin)).user,
  userOf: (record) => record,
  reason: ({ text }) => JSON.parse(text).error,
  denied: 'access_denied',
  wrongState: 'Grant: OAuth2 state mismatch',
  wrongSecret: expect.objectContaining({ error: 'invalid_client' }),
  sends: { credentials: 'header', pkce: true },
});
