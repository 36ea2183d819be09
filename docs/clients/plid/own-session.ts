import { createClient, type KeptSignIn, type UserRecord } from 'plid/client';

const plid = createClient({
  service: process.env.PLID_SERVICE ?? '',
  clientId: process.env.PLID_CLIENT_ID ?? '',
  clientSecret: process.env.PLID_CLIENT_SECRET ?? '',
  redirectUri: process.env.PLID_REDIRECT_URI ?? '',
});

/** The part of your session that the browser keeps between the two routes. */
export interface Session {
  signIn?: KeptSignIn;
}

/** GET /login. @returns the URL to redirect to. */
export async function login(session: Session): Promise<string> {
  const { url, ...signIn } = await plid.startSignIn();
  session.signIn = signIn;
  return url;
}

/** GET /callback. Then give the browser a new session ID, which prevents session fixation. */
export async function callback(request: Request, session: Session): Promise<UserRecord> {
  const { signIn } = session;
  // Each sign-in accepts one callback.
  delete session.signIn;
  return plid.finishSignIn(request, signIn);
}
