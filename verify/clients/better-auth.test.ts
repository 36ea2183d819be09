import { expect, test } from 'vitest';
import { createAuth } from '../../docs/clients/better-auth.ts';
import { fetchUser } from '../../docs/clients/user.ts';
import { ask, listenerOf, testApplication } from './applications.ts';

testApplication({
  create: (settings, secret) => listenerOf(createAuth(settings, secret, fetchUser).handler),
  callback: '/api/auth/callback/plid',
  begin: async (browser, origin) => {
    const address = `${origin}/api/auth/sign-in/social`;
    return (await ask(browser, address, { provider: 'plid', callbackURL: '/' })).url;
  },
  user: async (browser, origin) => (await ask(browser, `${origin}/api/auth/get-session`))?.user,
  userOf: ({ plid, name, phoneNo }) => ({ plid, name, phoneNo }),
  secondLogin: 'keeps the attributes',
  reason: ({ url }) => url.searchParams.get('error'),
  denied: 'access_denied',
  wrongState: 'state_mismatch',
  wrongSecret: 'invalid_code',
  sends: { credentials: 'header', pkce: true },
});

test("a user can't change the number in their account", async () => {
  const settings = { service: 'https://x.example', client_id: 'c', client_secret: 's' };
  const redirect_uri = 'https://shop.example.com/api/auth/callback/plid';
  const auth = createAuth(
    { ...settings, redirect_uri },
    'a secret of the tests, of 32 letters and more',
    fetchUser,
  );
  const update = new Request('https://shop.example.com/api/auth/update-user', { method: 'POST' });
  expect((await auth.handler(update)).status).toBe(404);
});
