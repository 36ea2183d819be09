/**
 * `plid/web`: a website's sign-in over `Request` and `Response`. It runs on Node 20 and later, workerd, Bun, and
 * Deno, and in every framework that has these two classes.
 */
import type { Client } from '../client/index.ts';
import { withCookies } from './answers.ts';
import { type RequestHeaders, refuseOtherRequests } from './exchange.ts';
import type { FailureHandlers, SignInHandlers } from './outcomes.ts';
import { keeperOf, type Session, type SessionStore } from './session.ts';
import type { WebSignInParameters } from './sign-in-purpose.ts';
import { type CurrentUser, type SiteOptions, type Website, website } from './website.ts';

export type { RequestHeaders } from './exchange.ts';
export { failureTexts } from './failed-sign-in.ts';
export type {
  AutomaticSignIn,
  Connected,
  FailedSignIn,
  FailureHandlers,
  FailureText,
  FailureType,
  SignedIn,
  SignInHandlers,
  SignInOutcome,
} from './outcomes.ts';
export type { Session, SessionStore } from './session.ts';
export type { SignInData, WebSignInParameters } from './sign-in-purpose.ts';
export type { UserId } from './user-id.ts';

type Context = [request: Request];

/** Options of a website's sign-in. */
export interface PlidSignInOptions<Data extends object> extends SiteOptions<Data> {
  /**
   * Handlers of successful sign-ins. Each returns the content of the user's session. A handler that returns a
   * `Response` signs no user in.
   */
  outcomes: SignInHandlers<Context, Data | Response>;
  /**
   * Handlers of failed sign-ins. Default: a plain page in Korean or English, or JSON for a caller that accepts only
   * that. After a cancelled sign-in, the browser returns to the page that it came from.
   */
  failures?: FailureHandlers<Context, Response> | undefined;
  /**
   * Returns the ID of the signed-in user, or undefined. A phone is connected only if this is still the user who
   * started. If a user is signed in, a refused callback, such as a refreshed one, continues to `returnTo` instead of
   * an error page. Default: the `plid` of the session.
   */
  currentUser?: CurrentUser<Context> | undefined;
  /** Where sessions are stored. Default: an encrypted cookie. */
  session?: SessionStore | undefined;
}

/** A website's sign-in. Its functions rethrow errors of the application's own functions. */
export interface PlidSignIn<Data extends object> {
  /**
   * Answers `GET /login`, the callback, and `POST /logout`. Returns undefined for any other request. Call it before
   * your routes.
   */
  handle(request: Request): Promise<Response | undefined>;
  /** Returns the session of a request, or undefined if no user is signed in. */
  session(request: RequestHeaders): Promise<Session<Data> | undefined>;
  /**
   * Returns undefined if a user is signed in. Otherwise returns the response: a redirect to the sign-in for a browser
   * that opens a page, and 401 with JSON for any other caller.
   */
  required(request: Request): Promise<Response | undefined>;
  /** Whether a page of this website sent a request. Reject forms of signed-in users from any other page. */
  sameOrigin(request: RequestHeaders): boolean;
  /**
   * Starts a sign-in. The parameter `return_to` is the path to continue to, such as `/orders`. A path that leads to
   * another origin or has more than 500 characters counts as `/`. With `prompt=login`, the user signs in with the
   * phone. @param parameters with `data` of this sign-in, and `connect` to connect a phone.
   */
  login(request: Request, parameters?: WebSignInParameters): Promise<Response>;
  /** Completes a sign-in, at `redirectUri`. */
  callback(request: Request): Promise<Response>;
  /** Signs the user out, and continues to the path in the parameter `return_to`. Accepts only same-origin POST. */
  logout(request: Request): Promise<Response>;
  /** The underlying client, for `disconnect`. */
  readonly client: Client;
}

/**
 * Creates a website's sign-in. @param options the options, or a function that returns them. The function is called at
 * the first request, for frameworks that load their modules without settings when they build.
 * @throws {PlidMismatch} `option` if an option is missing or invalid.
 */
export function plidSignIn<Data extends object>(
  options: PlidSignInOptions<Data> | (() => PlidSignInOptions<Data>),
): PlidSignIn<Data> {
  let created = typeof options === 'function' ? undefined : create(options);
  const site = () => {
    created ??= create(typeof options === 'function' ? options() : options);
    return created;
  };
  return {
    handle: async (request) => withCookies(request, site().handle),
    async session(request) {
      refuseOtherRequests(typeof request.headers?.get === 'function');
      return site().sessions.load(request);
    },
    required: async (request) => withCookies(request, site().required),
    sameOrigin: (request) => site().sameOrigin(request),
    login: async (request, parameters) =>
      withCookies(request, (exchange) => site().login(exchange, parameters)),
    callback: async (request) => withCookies(request, site().callback),
    logout: async (request) => withCookies(request, site().logout),
    get client() {
      return site().client;
    },
  };
}

const create = <Data extends object>({
  outcomes,
  failures,
  currentUser,
  session,
  ...options
}: PlidSignInOptions<Data>): Website<RequestHeaders, Context, Data> =>
  website(options, {
    ...{ outcomes, failures, currentUser },
    keeper: (_page, cookies) => keeperOf(session ?? cookies, (request) => request),
  });
