import { PlidRefusal } from '../client/errors.ts';
import { type ClientOptions, createClient } from '../client/index.ts';
import type { ProviderOptions } from '../client/provider-client.ts';
import type { UserRecord } from '../protocol/user-record.ts';

/** A request of Express, with a session of `express-session` or the like. */
interface SessionRequest {
  originalUrl: string;
  session?: object;
}
/** Applications keep who is signed in under `plid`. */
const sessionKey = 'plid:sign-in';
interface KeptSignIn {
  state: string;
  codeVerifier: string;
}
/** One of each tab; a single one where an earlier build began it. */
type Session = { [sessionKey]?: KeptSignIn | KeptSignIn[] };
/** The sign-ins that a browser may have open at once. */
const maxOpen = 5;

/** The methods with which a strategy of Passport answers. */
interface Actions<User> {
  success(user: User): void;
  fail(challenge: { message: string }, status: number): void;
  redirect(url: string): void;
  error(failure: unknown): void;
}

/**
 * `plid/providers/passport`: a strategy for Passport. The route of `redirectUri` and the one that begins a sign-in both authenticate with it,
 * and a session must be there before.
 * @param verify finds or makes the application's user; `false` refuses them.
 * @throws {PlidMismatch} `option`, where one is missing or not valid.
 */
export function plid<User extends object>(
  { automaticLogin = false, ...options }: ProviderOptions & Pick<ClientOptions, 'redirectUri' | 'par'>,
  verify: (user: UserRecord) => Promise<User | false>,
) {
  const client = createClient(options);
  const parameters = automaticLogin ? {} : { prompt: 'select_account' };

  async function run({ originalUrl, session }: SessionRequest, actions: Actions<User>): Promise<void> {
    if (session === undefined) throw new Error('plid/providers/passport needs express-session or the like');
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
    // Before the exchange: one state is for one try, whatever comes of it.
    kept[sessionKey] = open.filter((one) => one !== signIn);
    const user = await verify(await client.finishSignIn(address, signIn));
    return user ? actions.success(user) : actions.fail({ message: 'The user was refused.' }, 403);
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
