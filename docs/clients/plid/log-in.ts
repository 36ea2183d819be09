import { isAutomaticLogin, type UserRecord } from 'plid/client';
import { signInRoutes } from 'plid/web';

const { client, ...routes } = signInRoutes({
  service: process.env.PLID_SERVICE ?? '',
  clientId: process.env.PLID_CLIENT_ID ?? '',
  clientSecret: process.env.PLID_CLIENT_SECRET ?? '',
  redirectUri: process.env.PLID_REDIRECT_URI ?? '',
  cookieKey: process.env.COOKIE_KEY ?? '',
});

/** The people of your application, by plid: a table. */
export const users = new Map<string, UserRecord>();

/** GET /login, and /login?return_to=/orders */
export const login = (request: Request): Promise<Response> => routes.login(request);

/** GET /callback, which is `redirectUri` */
export const callback = (request: Request): Promise<Response> =>
  routes.callback(request, (user, returnTo) => {
    // An automatic login brings the plid alone: what is known of the person stays.
    if (!isAutomaticLogin(user)) users.set(user.plid, user);
    const headers = { Location: returnTo, 'Set-Cookie': beginSession(user.plid) };
    return new Response(null, { status: 303, headers });
  });

/** The sessions of your application, by the secret in their cookies: a table as well. */
export const sessions = new Map<string, string>();

function beginSession(plid: string): string {
  const secret = crypto.randomUUID();
  sessions.set(secret, plid);
  return `session=${secret}; Path=/; HttpOnly; Secure; SameSite=Lax`;
}

/** POST /leave, from a page of your own */
export async function leave(plid: string): Promise<void> {
  await client.disconnect(plid);
  users.delete(plid);
}
