import { afterEach, vi } from 'vitest';
import { plid } from '../../../docs/clients/plid/next-auth-4.ts';
import { ask, pressSignIn, testApplication } from '../applications.ts';
import { nextAuthApplication } from '../next-auth-application.ts';
import { optionsOf } from './options.ts';

afterEach(() => vi.unstubAllEnvs());

testApplication({
  create(settings, secret) {
    vi.stubEnv('NEXTAUTH_URL', new URL(settings.redirect_uri).origin);
    return nextAuthApplication({
      secret,
      providers: [plid(optionsOf(settings))],
      callbacks: {
        jwt: ({ token, profile }) => (profile ? { ...token, user: profile } : token),
        session: ({ session, token }) => ({ ...session, user: token.user as object }),
      },
      logger: { error: () => {}, warn: () => {} },
    });
  },
  callback: '/api/auth/callback/plid',
  begin: (browser, origin) => pressSignIn(browser, `${origin}/api/auth`),
  user: async (browser, origin) => (await ask(browser, `${origin}/api/auth/session`)).user,
  userOf: (record) => record,
  reason: ({ url }) => url.searchParams.get('error'),
  denied: 'Callback',
  wrongState: 'OAuthCallback',
  wrongSecret: 'OAuthCallback',
  secondLogin: 'asks the phone again',
  sends: { credentials: 'header', pkce: true },
});
