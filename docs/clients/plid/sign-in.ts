import type { UserRecord } from 'plid/client';
import { plidSignIn } from 'plid/web';

const setting = (name: string) => process.env[name] ?? '';

/** Your users by plid. In production, use a database. */
const users = new Map<string, UserRecord>();

const plid = plidSignIn({
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
    // An automatic login returns only the plid. A user you haven't stored signs in with the phone.
    automatic: ({ plid: id }) => (users.has(id) ? {} : undefined),
  },
});

export async function fetch(request: Request): Promise<Response> {
  // GET /login, GET /callback, and POST /logout
  const answer = await plid.handle(request);
  if (answer) return answer;
  const session = await plid.session(request);
  const user = session && users.get(session.plid);
  if (user) return new Response(`Hello, ${user.name}.`);
  return new Response('<a href="/login">Sign in</a>', { headers: { 'Content-Type': 'text/html' } });
}
