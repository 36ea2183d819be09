import { Auth, type AuthConfig } from '@auth/core';
import { expect } from 'vitest';
import { plid } from '../../../packages/plid/providers/authjs.ts';
import { ask, listenerOf, pressSignIn, testApplication } from '../applications.ts';
import { optionsOf } from './options.ts';

const home = async () => new Response('the page of the application');
const config: Omit<AuthConfig, 'providers'> = {
  basePath: '/auth',
  trustHost: true,
  callbacks: {
    jwt: ({ token, profile }) => (profile ? { ...token, user: profile } : token),
    session: ({ session, token }) => ({ ...session, user: token.user as object }),
  },
  logger: { error: () => {} },
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
  reason: ({ url }) => url.searchParams.get('error'),
  denied: 'OAuthCallbackError',
  wrongState: expect.stringContaining('Configuration'),
  wrongSecret: expect.stringContaining('Configuration'),
  secondLogin: 'asks again',
  sends: { credentials: 'header', pkce: true },
});
