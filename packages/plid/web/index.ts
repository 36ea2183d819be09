/**
 * `plid/web`: a website's sign-in as two functions that take a `Request` and return a `Response`. They run on Node
 * 20 and later, workerd, and Bun. They also run in frameworks that call such functions, such as Hono, Next.js
 * route handlers, or a Worker.
 */
import type { SignInParameters } from '../client/authorization.ts';
import { PlidError } from '../client/errors.ts';
import { type Client, createClient } from '../client/index.ts';
import { type ClientOptions, invalidOptionError } from '../client/options.ts';
import { readReturnPath } from '../http/return-path.ts';
import type { UserRecord } from '../protocol/user-record.ts';
import { failurePage } from './failure-page.ts';
import { type BrowserSignIn, signInCookies } from './sign-in-cookies.ts';

/** Options of the client and of its routes. */
export interface SignInRoutesOptions extends ClientOptions {
  /** The client secret, issued by the service. It's required because the routes run on a server. */
  clientSecret: string;
  /**
   * Your own secret for encrypting the sign-in cookies: at least 32 characters, such as from `openssl rand -base64
   * 33`. To replace it, set the new key and the old key, separated by a comma, for an hour.
   */
  cookieKey: string;
  /**
   * Responds to a failed sign-in. Default: a plain page in Korean and English.
   * @param failure a `PlidRefusal`, `PlidUnavailable`, or `PlidMismatch` of `plid/client`.
   * @param returnTo the whole URL that the user wanted to open, on the application's origin.
   */
  onFailure?:
    | ((failure: PlidError, request: Request, returnTo: string) => Response | Promise<Response>)
    | undefined;
}

/**
 * Responds to a successful sign-in, usually with the application's session cookie and a redirect. @param user the
 * record with every field decrypted. After an automatic login (`isAutomaticLogin`), it has only the plid. @param
 * returnTo the whole URL to continue to, on the application's origin.
 */
export type OnUser = (user: UserRecord, returnTo: string) => Response | Promise<Response>;

/**
 * The two routes of a website. They handle a failed sign-in, and rethrow errors of the application's own functions.
 */
export interface SignInRoutes {
  /** The underlying client, for `disconnect`. */
  client: Client;
  /**
   * Handles the route that starts a sign-in, such as `/login`, with a redirect to the service. The route's
   * parameter `return_to` is the path to continue to, such as `/orders`. A path that leads to another origin or
   * has more than 500 characters counts as `/`.
   */
  login(request: Request, parameters?: SignInParameters): Promise<Response>;
  /** Handles the route of `redirectUri`. */
  callback(request: Request, onUser: OnUser): Promise<Response>;
}

/** Maximum length of a stored URL, in characters, so that five cookies fit into the headers that servers accept. */
const maxReturnLength = 500;

/**
 * Creates the sign-in routes of a website. The browser stores each sign-in in an encrypted cookie until the
 * callback. The server stores nothing. @throws {PlidMismatch} `option` if an option is missing or invalid.
 */
export function signInRoutes({
  cookieKey,
  onFailure = failurePage,
  ...options
}: SignInRoutesOptions): SignInRoutes {
  const client = createClient(options);
  const page = new URL(options.redirectUri);
  const { origin } = page;
  // If the origin is `null`, the redirect URI has a private-use scheme. Browsers send no request to such a URI.
  if (origin === 'null')
    throw invalidOptionError('redirectUri', 'an address of this website: https (or http on this machine)');
  const cookies = signInCookies(page, cookieKey);

  /** Responds to a failed sign-in. @throws the failure if it isn't a `PlidError`. */
  async function answerFailure(failure: unknown, request: Request, returnTo: string): Promise<Response> {
    if (failure instanceof PlidError) return onFailure(failure, request, returnTo);
    throw failure;
  }

  return {
    client,
    async login(request, parameters) {
      const returnTo = returnAddress(request, origin);
      try {
        const { url, ...signIn } = await client.startSignIn(parameters);
        const headers = { Location: url, 'Cache-Control': 'no-store' };
        const kept = await cookies.keep(request, { ...signIn, returnTo });
        return withCookies(new Response(null, { status: 303, headers }), kept);
      } catch (failure) {
        return answerFailure(failure, request, returnTo);
      }
    },
    async callback(request, onUser) {
      const state = new URL(request.url).searchParams.get('state') ?? '';
      const signIn = await cookies.open(request, state);
      return withCookies(await finish(request, signIn, onUser), cookies.drop(request, state));
    },
  };

  async function finish(request: Request, signIn: BrowserSignIn | undefined, onUser: OnUser) {
    const returnTo = signIn?.returnTo ?? `${origin}/`;
    let user: UserRecord;
    try {
      user = await client.finishSignIn(request, signIn);
    } catch (failure) {
      return answerFailure(failure, request, returnTo);
    }
    return onUser(user, returnTo);
  }
}

function returnAddress(request: Request, origin: string): string {
  const path = new URL(request.url).searchParams.get('return_to');
  const address = path === null ? undefined : readReturnPath(path, origin);
  return address === undefined || address.length > maxReturnLength ? `${origin}/` : address;
}

/**
 * Returns a copy of a response with additional cookies. A copy is needed because `Response.redirect` returns
 * immutable headers.
 */
function withCookies(answer: Response, cookies: readonly string[]): Response {
  const copy = new Response(answer.body, answer);
  for (const cookie of cookies) copy.headers.append('Set-Cookie', cookie);
  return copy;
}
