import { PlidRefusal } from '../client/errors.ts';
import { type ClientOptions, createClient } from '../client/index.ts';
import type { ProviderOptions } from '../client/provider-client.ts';
import type { UserRecord } from '../protocol/user-record.ts';

/** An Express request with a session, such as a session from `express-session`. */
interface SessionRequest {
  originalUrl: string;
  session?: object;
}
/** The key isn't `plid`, because applications store the signed-in user under that key. */
const sessionKey = 'plid:sign-in';
interface KeptSignIn {
  state: string;
  codeVerifier: string;
}
/**
 * The session's pending sign-ins, one per tab. If an earlier version started the sign-in, the value is a single
 * sign-in instead of a list.
 */
type Session = { [sessionKey]?: KeptSignIn | KeptSignIn[] };
/** Maximum number of pending sign-ins per browser. */
const maxOpen = 5;

/** The methods of a Passport strategy. */
interface Actions<User> {
  success(user: User): void;
  fail(challenge: { message: string }, status: number): void;
  redirect(url: string): void;
  error(failure: unknown): void;
}

/**
 * `plid/providers/passport`: a strategy for Passport. Use it on the route of `redirectUri` and on the route that
 * starts a sign-in. Both routes need a session. @param verify finds or creates the application's user. If it
 * returns `false`, the sign-in is refused. @throws {PlidMismatch} `option` if an option is missing or invalid.
 */
export function plid<User extends object>(
  { automaticLogin = false, ...options }: ProviderOptions & Pick<ClientOptions, 'redirectUri' | 'par'>,
  verify: (user: UserRecord) => Promise<User | false>,
) {
  const client = createClient(options);
  const parameters = automaticLogin ? {} : { prompt: 'select_account' };

  async function run({ originalUrl, session }: SessionRequest, actions: Actions<User>): Promise<void> {
    if (session === undefined)
      throw new Error('plid/providers/passport needs session middleware such as express-session');
    const kept: Session = session;
    const open = [kept[sessionKey] ?? []].flat();
    const address = new URL(originalUrl, options.redirectUri);
    if (address.pathname !== new URL(options.redirectUri).pathname) {
      const { url, ...signIn } = await client.startSignIn(parameters);
      kept[sessionKey] = [...open, signIn].slice(-maxOpen);
      return actions.redirect(url);
    }
    const state = address.searchParams.get('state');
    const signIn = open.find((one) => one.state === state);
    // The sign-in is removed from the session before the exchange, because a state is valid for only one attempt.
    kept[sessionKey] = open.filter((one) => one !== signIn);
    const user = await verify(await client.finishSignIn(address, signIn));
    return user
      ? actions.success(user)
      : actions.fail({ message: 'The application rejected the user.' }, 403);
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
