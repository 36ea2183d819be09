import { createClient, isAutomaticLogin, PlidRefusal, PlidUnavailable, type UserRecord } from 'plid/client';

const plid = createClient({
  service: process.env.PLID_SERVICE ?? '',
  clientId: process.env.PLID_CLIENT_ID ?? '',
  clientSecret: process.env.PLID_CLIENT_SECRET ?? '',
  redirectUri: process.env.PLID_REDIRECT_URI ?? '',
});

/** What your application keeps for one browser, in a cookie or in storage. */
interface Session {
  signIn?: { state: string; codeVerifier: string };
  plid?: string;
}

/** The people of your application, by plid: a table. */
export const users = new Map<string, UserRecord>();

/** GET /login */
export async function login(session: Session): Promise<Response> {
  const { url, state, codeVerifier } = await plid.startSignIn();
  session.signIn = { state, codeVerifier };
  return Response.redirect(url, 302);
}

/** GET /callback, which is `redirectUri` */
export async function callback(request: Request, session: Session): Promise<Response> {
  try {
    const user = await plid.finishSignIn(request, session.signIn);
    // An automatic login brings the plid alone: what is known of the person stays.
    if (!isAutomaticLogin(user)) users.set(user.plid, user);
    session.plid = user.plid;
    return Response.redirect(new URL('/', request.url), 302);
  } catch (failure) {
    return failurePage(failure);
  }
}

/** POST /leave, from a page of your own */
export async function leave(session: Session): Promise<void> {
  await plid.disconnect(session.plid ?? '');
  users.delete(session.plid ?? '');
}

function failurePage(failure: unknown): Response {
  const again = '<a href="/login">Log in</a>';
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  if (failure instanceof PlidRefusal)
    return new Response(`You are not logged in. ${again}`, { status: 400, headers });
  if (failure instanceof PlidUnavailable)
    return new Response(`Please try again in a moment. ${again}`, { status: 503, headers });
  // A PlidMismatch: its message says what to change. Whatever else it is, is a bug.
  throw failure;
}
