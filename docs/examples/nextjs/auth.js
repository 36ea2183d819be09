import NextAuth from 'next-auth';
import { createClient } from 'plid/client';
import { plid } from 'plid/providers/authjs';

// Read when a request needs them: `next build` has no settings.
const settings = () => ({
  service: process.env.PLID_SERVICE,
  clientId: process.env.PLID_CLIENT_ID,
  clientSecret: process.env.PLID_CLIENT_SECRET,
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

/** Ends the connection of a person to this application at the login service. @throws PlidError */
export function disconnectUser(id) {
  const redirectUri = `${process.env.AUTH_URL}/api/auth/callback/plid`;
  return createClient({ ...settings(), redirectUri }).disconnect(id);
}
