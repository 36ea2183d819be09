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

/** Returns the key of sessions. With the public one, attackers could sign in as any user. */
function sessionKey() {
  const { AUTH_URL, AUTH_SECRET } = process.env;
  if (AUTH_URL.startsWith('https:') && AUTH_SECRET.includes('only for this machine'))
    throw new Error('AUTH_SECRET is public. Generate your own: openssl rand -base64 33');
  return AUTH_SECRET;
}

export const { handlers, auth, signIn, signOut } = NextAuth(() => ({
  providers: [plid(settings())],
  secret: sessionKey(),
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
