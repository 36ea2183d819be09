import type { UserRecord } from 'plid/client';
import { plidSignIn } from 'plid/web';

const setting = (name: string) => process.env[name] ?? '';

/** Your users by plid. In production, use a database. */
const users = new Map<string, UserRecord>();

export const plid = plidSignIn({
  service: setting('PLID_SERVICE'),
  clientId: setting('PLID_CLIENT_ID'),
  clientSecret: setting('PLID_CLIENT_SECRET'),
  redirectUri: setting('PLID_REDIRECT_URI'),
  cookieKey: setting('COOKIE_KEY'),
  outcomes: {
    signed_in({ user }) {
      users.set(user.plid, user);
      return {};
    },
    // An automatic sign-in returns only the plid. A user you haven't stored signs in with the phone.
    automatic: ({ plid: id }) => (users.has(id) ? {} : undefined),
  },
});

/** Returns the signed-in user. */
export async function userOf(request: Request): Promise<UserRecord | undefined> {
  const session = await plid.session(request);
  return session && users.get(session.plid);
}
