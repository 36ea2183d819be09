/**
 * `plid/web`: the sign-in of a website as two functions over `Request` and `Response`, for Node 20 and later, workerd, Bun, and for whatever
 * calls such functions: Hono, route handlers of Next.js, a Worker.
 */
import type { SignInParameters } from '../client/authorization.ts';
import { PlidError } from '../client/errors.ts';
import { type Client, createClient } from '../client/index.ts';
import { type ClientOptions, wrong } from '../client/options.ts';
import { readReturnPath } from '../http/return-path.ts';
import type { UserRecord } from '../protocol/user-record.ts';
import { failurePage } from './failure-page.ts';
import { type BrowserSignIn, signInCookies } from './sign-in-cookies.ts';

/** The options of a client, and those of its routes. */
export interface SignInRoutesOptions extends ClientOptions {
  /** As the service issued it: the routes run on a server. */
  clientSecret: string;
  /**
   * A secret of the application's own, which seals the cookie of a sign-in: 32 characters at least, such as `openssl rand -base64 33` makes.
   * While it is replaced, the new one and the old one with a comma between, for an hour.
   */
  cookieKey: string;
  /**
   * Answers a sign-in that failed, in the place of a plain page in Korean and English.
   * @param failure a `PlidRefusal`, `PlidUnavailable` or `PlidMismatch` of `plid/client`.
   * @param returnTo the whole address that the person wanted to go to, on the application's own origin.
   */
  onFailure?:
    | ((failure: PlidError, request: Request, returnTo: string) => Response | Promise<Response>)
    | undefined;
}

/**
 * Answers a sign-in that succeeded, with the application's own session cookie and a redirect as a rule.
 * @param user every field in the clear; after an automatic login the plid alone (`isAutomaticLogin`).
 * @param returnTo the whole address to go on to, on the application's own origin.
 */
export type OnUser = (user: UserRecord, returnTo: string) => Response | Promise<Response>;

/** The two routes of a website. They throw every error of the application's own functions; they answer a failed sign-in themselves. */
export interface SignInRoutes {
  /** The client beneath: for `disconnect`. */
  client: Client;
  /**
   * Answers the address that begins a sign-in, such as `/login`, with a redirect to the service. Its parameter `return_to` is the path to go on
   * to afterwards, such as `/orders`; one that leads elsewhere counts as `/`, as does one of more than 500 characters.
   */
  login(request: Request, parameters?: SignInParameters): Promise<Response>;
  /** Answers the address of `redirectUri`. */
  callback(request: Request, onUser: OnUser): Promise<Response>;
}

/** The maximum length of a kept address, in characters, so that five cookies fit into the headers that every server takes. */
const maxReturnLength = 500;

/**
 * The sign-in of a website. The browser keeps all that a sign-in needs until its callback, in a sealed cookie for each: nothing is stored.
 * @throws {PlidMismatch} `option`, where one is missing or not valid.
 */
export function signInRoutes({
  cookieKey,
  onFailure = failurePage,
  ...options
}: SignInRoutesOptions): SignInRoutes {
  const client = createClient(options);
  const page = new URL(options.redirectUri);
  const { origin } = page;
  // Of a scheme of an app: no request of the web comes there.
  if (origin === 'null')
    throw wrong('redirectUri', 'an address of this website: https (or http on this machine)');
  const cookies = signInCookies(page, cookieKey);

  /** @throws whatever else has failed than a sign-in. */
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

/** An answer with further cookies: those of a redirect that `Response.redirect` has made can be set on a copy alone. */
function withCookies(answer: Response, cookies: readonly string[]): Response {
  const copy = new Response(answer.body, answer);
  for (const cookie of cookies) copy.headers.append('Set-Cookie', cookie);
  return copy;
}
