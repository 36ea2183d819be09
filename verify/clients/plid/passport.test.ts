import { expect } from 'vitest';
import { plid } from '../../../docs/clients/plid/passport.ts';
import { ask, testApplication } from '../applications.ts';
import { passportApplication } from '../passport-application.ts';
import { optionsOf } from './options.ts';

testApplication({
  create: (settings, secret) => {
    const strategy = plid(optionsOf(settings), async (user) => user);
    return passportApplication(strategy, secret);
  },
  callback: '/callback',
  pushes: true,
  begin: async (_, origin) => `${origin}/login`,
  user: async (browser, origin) => (await ask(browser, origin)).user,
  userOf: (record) => record,
  // Without a handler of errors Express shows them on a page.
  reason: ({ text, status }) => (status === 500 ? [text] : JSON.parse(text).messages),
  denied: [expect.stringContaining('access_denied')],
  wrongState: [expect.stringContaining("The state doesn't belong to a sign-in")],
  wrongSecret: [expect.stringContaining('The service rejected this client')],
  secondLogin: 'asks the phone again',
  sends: { credentials: 'header', pkce: true },
});
