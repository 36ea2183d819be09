import NextAuth from 'next-auth';
import { createClient } from 'plid/client';
import { plid } from './provider.js';

// Read when a request needs them: `next build` has no settings.
const settings = () => ({
  service: process.env.PLID_SERVICE,
  clientId: process.env.PLID_CLIENT_ID,
  clientSecret: process.env.PLID_CLIENT_SECRET,
  redirectUri: `${process.env.AUTH_URL}/api/auth/callback/plid`,
});

export const { handlers, auth, signIn, signOut } = NextAuth(() => ({
  providers: [plid(settings())],
  session: { strategy: 'jwt', maxAge: 12 * 60 * 60 },
  // Who cancels is led here with an error, instead of to a page of Auth.js.
  pages: { signIn: '/', error: '/' },
  callbacks: {
    jwt: ({ token, account }) => (account ? { ...token, plid: account.providerAccountId } : token),
    session: ({ session, token }) => ({ ...session, user: { ...session.user, plid: token.plid } }),
  },
}));

/** Disconnects a user from this application at the service. @throws PlidError */
export const disconnectUser = (plid) => createClient(settings()).disconnect(plid);
