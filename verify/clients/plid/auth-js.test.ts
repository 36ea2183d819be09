import { Auth, type AuthConfig } from '@auth/core';
import { expect } from 'vitest';
import { plid } from '../../../docs/clients/plid/auth-js.ts';
import { ask, listenerOf, pressSignIn, testApplication } from '../applications.ts';
import { optionsOf } from './options.ts';

/** The application's log, as Auth.js writes it without further options: only the stack of the cause. */
const logged: string[] = [];

const home = async () => new Response('the page of the application');
const config: Omit<AuthConfig, 'providers'> = {
  basePath: '/auth',
  trustHost: true,
  callbacks: {
    jwt: ({ token, profile }) => (profile ? { ...token, user: profile } : token),
    session: ({ session, token }) => ({ ...session, user: token.user as object }),
  },
  logger: {
    error: ({ cause }) => logged.push(String((cause as { err?: Error } | undefined)?.err?.stack ?? '')),
  },
};

testApplication({
  create: (settings, secret) =>
    listenerOf((request) => {
      const isItsOwn = new URL(request.url).pathname.startsWith('/auth/');
      return isItsOwn ? Auth(request, { ...config, secret, providers: [plid(optionsOf(settings))] }) : home();
    }),
  callback: '/auth/callback/plid',
  begin: (browser, origin) => pressSignIn(browser, `${origin}/auth`),
  user: async (browser, origin) => (await ask(browser, `${origin}/auth/session`))?.user,
  userOf: (record) => record,
  reason: ({ url }) => [url.searchParams.get('error'), logged.at(-1)],
  denied: ['OAuthCallbackError', ''],
  wrongState: ['Configuration', expect.stringContaining('"state"')],
  wrongSecret: [
    'Configuration',
    expect.stringContaining('The service rejected this client. Check the client ID and the client secret.'),
  ],
  secondLogin: 'asks the phone again',
  sends: { credentials: 'header', pkce: true },
});
