import type { UserRecord } from 'plid/client';
import { signInRoutes } from 'plid/web';

const routes = signInRoutes({
  service: process.env.PLID_SERVICE ?? '',
  clientId: process.env.PLID_CLIENT_ID ?? '',
  clientSecret: process.env.PLID_CLIENT_SECRET ?? '',
  redirectUri: process.env.PLID_REDIRECT_URI ?? '',
  cookieKey: process.env.COOKIE_KEY ?? '',
});

/** Your users by plid, and your sessions by cookie value. In production, use a database. */
export const users = new Map<string, UserRecord>();
export const sessions = new Map<string, string>();

/** GET /login, and /login?return_to=/orders */
export const login = (request: Request): Promise<Response> => routes.login(request);

/** GET /callback, which is `redirectUri` */
export const callback = (request: Request): Promise<Response> =>
  routes.callback(request, {
    signed_in({ user, returnTo }) {
      users.set(user.plid, user);
      return startSession(user.plid, returnTo);
    },
    // An automatic login returns only the plid. A user you haven't stored signs in with their phone.
    automatic: ({ plid, returnTo }) => (users.has(plid) ? startSession(plid, returnTo) : undefined),
  });

function startSession(plid: string, returnTo: string): Response {
  const session = crypto.randomUUID();
  sessions.set(session, plid);
  const cookie = `session=${session}; Path=/; HttpOnly; Secure; SameSite=Lax`;
  return new Response(null, { status: 303, headers: { Location: returnTo, 'Set-Cookie': cookie } });
}

/** POST /leave, from a page of your own */
export async function leave(plid: string): Promise<void> {
  await routes.client.disconnect(plid);
  users.delete(plid);
}
