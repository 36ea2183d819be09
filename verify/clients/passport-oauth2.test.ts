import { expect } from 'vitest';
import { strategyOf } from '../../docs/clients/passport-oauth2.ts';
import { fetchUser } from '../../docs/clients/user.ts';
import { ask, testApplication } from './applications.ts';
import { passportApplication } from './passport-application.ts';

testApplication({
  create: (settings, secret) => passportApplication(strategyOf(settings, fetchUser), secret),
  callback: '/callback',
  begin: async (_, origin) => `${origin}/login`,
  user: async (browser, origin) => (await ask(browser, origin)).user,
  userOf: (record) => record,
  // Without a handler of errors Express shows them on a page.
  reason: ({ text, status }) => (status === 500 ? [text] : JSON.parse(text).messages),
  denied: [expect.stringContaining('denied')],
  wrongState: ['Invalid authorization request state.'],
  wrongSecret: [expect.stringContaining('Bad client credentials.')],
  sends: { credentials: 'form', pkce: true },
});
