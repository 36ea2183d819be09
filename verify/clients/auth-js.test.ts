import { Auth } from '@auth/core';
import { expect } from 'vitest';
import { authConfig } from '../../docs/clients/auth-js.ts';
import { fetchUser } from '../../docs/clients/user.ts';
import { ask, listenerOf, pressSignIn, testApplication } from './applications.ts';

const home = async () => new Response('the page of the application');
/** The application's log, which says more than its pages. */
const logged: string[] = [];
const logger = {
  error({ message, cause }: Error) {
    logged.push(cause instanceof Object && 'err' in cause ? String(cause.err) : message);
  },
};

testApplication({
  create: (settings, secret) =>
    listenerOf((request) => {
      const isItsOwn = new URL(request.url).pathname.startsWith('/api/auth/');
      return isItsOwn ? Auth(request, { ...authConfig(settings, secret, fetchUser), logger }) : home();
    }),
  callback: '/api/auth/callback/plid',
  begin: (browser, origin) => pressSignIn(browser, `${origin}/api/auth`),
  user: async (browser, origin) => (await ask(browser, `${origin}/api/auth/session`))?.user,
  userOf: (record) => record,
  reason: ({ url }) => [url.searchParams.get('error'), logged.at(-1)],
  denied: ['OAuthCallbackError', expect.stringContaining('returned an error')],
  wrongState: ['Configuration', expect.stringContaining('"state"')],
  wrongSecret: ['Configuration', expect.stringContaining('challenge')],
  sends: { credentials: 'header', pkce: true },
});
