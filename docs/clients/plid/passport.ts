import { createClient, PlidRefusal, type UserRecord } from 'plid/client';

interface Options {
  service: string;
  clientId: string;
  clientSecret: string;
  /** The URL of the callback route. Register it at the service. */
  redirectUri: string;
}

/** An Express request with a session, such as a session from `express-session`. */
interface SessionRequest {
  originalUrl: string;
  session?: object;
}

/** The key isn't `plid`, because applications store the signed-in user under that key. */
const sessionKey = 'plid:sign-in';
/** The session's pending sign-ins, one per tab. */
type Session = { [sessionKey]?: { state: string; codeVerifier: string }[] };
/** Maximum number of pending sign-ins per browser. */
const maxPending = 5;

/** The methods of a Passport strategy. */
interface Actions<User> {
  success(user: User): void;
  fail(challenge: { message: string }, status: number): void;
  redirect(url: string): void;
  error(failure: unknown): void;
}

/**
 * A strategy for Passport. Use it on the route of `redirectUri` and on the route that starts a sign-in. Both routes
 * need a session.
 * @param verify finds or creates the application's user. If it returns `false`, the sign-in is refused.
 */
export function plid<User extends object>(
  options: Options,
  verify: (user: UserRecord) => Promise<User | false>,
) {
  const client = createClient(options);

  async function run({ originalUrl, session }: SessionRequest, actions: Actions<User>): Promise<void> {
    if (session === undefined)
      throw new Error('The strategy plid needs session middleware such as express-session');
    const stored: Session = session;
    const pending = stored[sessionKey] ?? [];
    const url = new URL(originalUrl, options.redirectUri);
    if (url.pathname !== new URL(options.redirectUri).pathname) {
      // An automatic sign-in returns only the plid. To allow it, omit `prompt` and keep the stored record.
      const { url, ...signIn } = await client.startSignIn({ prompt: 'select_account' });
      stored[sessionKey] = [...pending, signIn].slice(-maxPending);
      return actions.redirect(url);
    }
    const state = url.searchParams.get('state');
    const signIn = pending.find((one) => one.state === state);
    // The sign-in is removed from the session before the exchange, because a state is valid for only one attempt.
    stored[sessionKey] = pending.filter((one) => one !== signIn);
    const user = await verify(await client.finishSignIn(url, signIn));
    if (user) actions.success(user);
    else actions.fail({ message: 'The application rejected the user.' }, 403);
  }

  return {
    name: 'plid',
    authenticate(this: Actions<User>, request: SessionRequest): void {
      run(request, this).catch((failure: unknown) =>
        failure instanceof PlidRefusal ? this.fail({ message: failure.message }, 401) : this.error(failure),
      );
    },
  };
}
