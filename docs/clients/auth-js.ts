import type { AuthConfig } from '@auth/core';
import type { FetchUser, Settings, User } from './user.js';

/** For `Auth()` of @auth/core and for what is built on it. The callback to register is <origin>/api/auth/callback/plid. */
export const authConfig = (settings: Settings, secret: string, fetchUser: FetchUser): AuthConfig => ({
  secret,
  basePath: '/api/auth',
  trustHost: true,
  providers: [
    {
      id: 'plid',
      name: 'plid',
      type: 'oauth',
      clientId: settings.client_id,
      clientSecret: settings.client_secret,
      authorization: `${settings.service}/oauth2/authorize`,
      token: `${settings.service}/oauth2/token`,
      userinfo: {
        url: `${settings.service}/v1/user/me`,
        request: ({ tokens }: { tokens: { access_token: string } }) =>
          fetchUser(settings, tokens.access_token),
      },
      // By default Auth.js sends no `state`, and the service refuses the request.
      checks: ['pkce', 'state'],
      profile: ({ plid, name }: User) => ({ id: plid, name: name ?? null }),
    },
  ],
  callbacks: {
    // `id` of a user is made up by Auth.js where there is no database: the plid comes from `profile`.
    jwt: ({ token, profile }) => (profile ? { ...token, user: profile } : token),
    // Pages can read what stands here: leave out what they need not know, such as `ci`.
    session: ({ session, token }) => ({ ...session, user: token.user as object }),
  },
});
