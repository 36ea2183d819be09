import { afterEach, expect, vi } from 'vitest';
import { authOptions } from '../../docs/clients/next-auth-4.ts';
import { fetchUser } from '../../docs/clients/user.ts';
import { ask, pressSignIn, testApplication } from './applications.ts';
import { nextAuthApplication } from './next-auth-application.ts';

/** The application's log, which says more than its pages. */
const logged: string[] = [];

const logger = {
  error(_: string, metadata: object) {
    if ('error' in metadata && metadata.error instanceof Error) logged.push(metadata.error.message);
  },
  warn: () => {},
};

afterEach(() => vi.unstubAllEnvs());

testApplication({
  create(settings, secret) {
    vi.stubEnv('NEXTAUTH_URL', new URL(settings.redirect_uri).origin);
    return nextAuthApplication({ ...authOptions(settings, secret, fetchUser), logger });
  },
  callback: '/api/auth/callback/plid',
  begin: (browser, origin) => pressSignIn(browser, `${origin}/api/auth`),
  user: async (browser, origin) => (await ask(browser, `${origin}/api/auth/session`)).user,
  userOf: (record) => record,
  reason: ({ url }) => [url.searchParams.get('error'), logged.at(-1)],
  denied: ['Callback', 'access_denied'],
  wrongState: ['OAuthCallback', expect.stringContaining('state mismatch')],
  wrongSecret: ['OAuthCallback', 'invalid_client (Bad client credentials.)'],
  sends: { credentials: 'header', pkce: true },
});
