import type { AuthOptions } from 'next-auth';
import type { FetchUser, Settings, User } from './user.js';

/** The callback to register is <origin>/api/auth/callback/plid. */
export const authOptions = (settings: Settings, secret: string, fetchUser: FetchUser): AuthOptions => ({
  secret,
  providers: [
    {
      id: 'plid',
      name: 'plid',
      type: 'oauth',
      clientId: settings.client_id,
      clientSecret: settings.client_secret,
      // Not `wellKnown`: with it next-auth takes the service for OpenID Connect.
      authorization: { url: `${settings.service}/oauth2/authorize`, params: { scope: '' } },
      token: `${settings.service}/oauth2/token`,
      userinfo: {
        request: ({ tokens }) => fetchUser(settings, tokens.access_token ?? '') as never,
      },
      checks: ['pkce', 'state'],
      profile: ({ plid, name }: User) => ({ id: plid, name: name ?? null }),
    },
  ],
  callbacks: {
    jwt: ({ token, profile }) => (profile ? { ...token, user: profile } : token),
    // Pages can read what stands here: leave out what they need not know, such as `ci`.
    session: ({ session, token }) => ({ ...session, user: token.user as object }),
  },
});
