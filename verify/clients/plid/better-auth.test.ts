import { betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { plid } from '../../../docs/clients/plid/better-auth.ts';
import { ask, listenerOf, testApplication } from '../applications.ts';
import { optionsOf } from './options.ts';

testApplication({
  create: (settings, secret) =>
    listenerOf(
      betterAuth({
        baseURL: new URL(settings.redirect_uri).origin,
        secret,
        plugins: [genericOAuth({ config: [plid(optionsOf(settings))] })],
      }).handler,
    ),
  callback: '/api/auth/callback/plid',
  begin: async (browser, origin) => {
    const address = `${origin}/api/auth/sign-in/social`;
    return (await ask(browser, address, { provider: 'plid', callbackURL: '/' })).url;
  },
  user: async (browser, origin) => {
    const { user } = (await ask(browser, `${origin}/api/auth/get-session`)) ?? {};
    return user && { ...user, plid: user.email.replace('@plid.invalid', '') };
  },
  userOf: ({ plid, name }) => ({ plid, name }),
  reason: ({ url }) => url.searchParams.get('error'),
  denied: 'access_denied',
  wrongState: 'state_mismatch',
  wrongSecret: 'invalid_code',
  secondLogin: 'asks the phone again',
  sends: { credentials: 'header', pkce: true },
});
