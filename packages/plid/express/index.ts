/**
 * `plid/express`: a website's sign-in for Express 4 and 5, Connect, and NestJS on Express. Each middleware takes
 * Node's own request and response, so that other servers for Node can call it too.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client } from '../client/index.ts';
import { invalidOptionError } from '../client/options.ts';
import type { FailureHandlers } from '../web/outcomes.ts';
import { signInFlow, type WebsiteOptions } from '../web/sign-in-flow.ts';
import type { WebSignInParameters } from '../web/sign-in-purpose.ts';
import { addressOf } from './node-messages.ts';
import { cookieSession, type Session, type SessionStore } from './session-store.ts';
import {
  type Answer,
  type Context,
  type CurrentUser,
  type Outcomes,
  signInHandlers,
} from './sign-in-handlers.ts';
import { signOutHandler } from './sign-out.ts';
import { sessionReader, signInRequiredHandler } from './signed-in-user.ts';

export { failureTexts } from '../web/failed-sign-in.ts';
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
} from '../web/outcomes.ts';
export type { SignInData, WebSignInParameters } from '../web/sign-in-purpose.ts';
export type { UserId } from '../web/user-id.ts';
export { expressSession, type Session, type SessionStore } from './session-store.ts';

/** Options of a website's sign-in. */
export interface PlidSignInOptions<Data extends object> extends WebsiteOptions {
  /**
   * Handlers of successful sign-ins. Each returns the content of the user's session. A handler that sends a
   * response itself signs no user in.
   */
  outcomes: Outcomes<Data>;
  /**
   * Handlers of failed sign-ins, which send a response. Default: a plain page in Korean and English, or JSON for a
   * caller that accepts only that.
   */
  failures?: FailureHandlers<Context, unknown> | undefined;
  /**
   * Returns the ID of the signed-in user, or undefined. A phone is connected only if this is still the user who
   * started. If a user is signed in, a refused callback, such as a refreshed one, continues to `returnTo` instead of
   * an error page. Default: the `plid` of the session.
   */
  currentUser?: CurrentUser | undefined;
  /** Where sessions are stored. Default: an encrypted cookie. */
  session?: SessionStore | undefined;
  /** Lifetime of the session cookie, in seconds. Default: 43,200 (12 hours). */
  sessionLifetime?: number | undefined;
  /** Path of the route that starts a sign-in. Default: `login`, next to the path of `redirectUri`. */
  loginPath?: string | undefined;
  /** Path of the route that signs the user out. Default: `logout`, next to the path of `redirectUri`. */
  logoutPath?: string | undefined;
}

/** Continues with the next middleware, or with the error handler. A method accepts any type of `error`. */
export type Next = {
  /** @param error what a handler threw. */
  next(error?: unknown): void;
}['next'];

/** The middleware that starts a sign-in. Your own route can pass parameters. */
export type LoginMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: Next,
  parameters?: WebSignInParameters,
) => void;

/** Middleware of Express and Connect. An error, such as one of a handler, is passed to `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

/** A website's sign-in. */
export interface PlidSignIn<Data extends object> {
  /**
   * Handles `GET /login`, the callback, and `POST /logout`, and reads the session of any other request. Add it
   * before your routes.
   */
  routes: Middleware;
  /**
   * Passes on requests of signed-in users. Browsers are redirected to the sign-in, and return to the same page.
   * Other callers get 401 with JSON.
   */
  required: Middleware;
  /**
   * Starts a sign-in. The parameter `return_to` is the path to continue to. With `prompt=login`, the user signs in
   * with the phone. In a route of your own, pass `data` of this sign-in, or `connect` to connect a phone.
   */
  login: LoginMiddleware;
  /** Completes a sign-in, at `redirectUri`. */
  callback: Middleware;
  /** Signs the user out, and continues to the path in the parameter `return_to`. Accepts only same-origin POST. */
  logout: Middleware;
  /**
   * Returns the session of a request, or undefined if no user is signed in. @throws {Error} if neither `routes` nor
   * `required` handled the request before.
   */
  session(request: IncomingMessage): Session<Data> | undefined;
  /** The underlying client, for `disconnect`. */
  client: Client;
}

/** Creates a website's sign-in. @throws {PlidMismatch} `option` if an option is missing or invalid. */
export function plidSignIn<Data extends object>(options: PlidSignInOptions<Data>): PlidSignIn<Data> {
  const {
    outcomes,
    failures = {},
    currentUser,
    session,
    sessionLifetime = 43_200,
    loginPath,
    logoutPath,
    ...others
  } = options;
  checkOwnOptions(options);
  const flow = signInFlow(others);
  const { page, client } = flow;
  const paths = pathsNextTo(page, loginPath, logoutPath);
  const store = session ?? cookieSession(page, others.cookieKey, sessionLifetime);
  const reader = sessionReader<Data>(store);
  const { login, callback } = signInHandlers(flow, store, {
    outcomes,
    failures,
    async currentUser(request) {
      const user = await reader.load(request);
      return currentUser === undefined ? user?.plid : currentUser(request);
    },
  });
  const logout = signOutHandler(page, store);
  const requireSignIn = signInRequiredHandler(page.origin + paths.login);
  const handlers = new Map<string, Answer>([
    [`GET ${paths.login}`, (...context) => login({}, ...context)],
    [`GET ${page.pathname}`, callback],
    [`POST ${paths.logout}`, logout],
  ]);

  return {
    client,
    session: reader.session,
    // Express takes a middleware with four parameters for an error handler, so the last one has a default.
    login: (request, response, next, parameters = {}) =>
      middleware((...[incoming, outgoing]) => login(parameters, incoming, outgoing))(request, response, next),
    callback: middleware(callback),
    logout: middleware(logout),
    routes: middleware(async (request, response, next) => {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const handler = handlers.get(`${method} ${addressOf(request).path}`);
      if (handler !== undefined) return handler(request, response);
      await reader.load(request);
      next();
    }),
    required: middleware(async (request, response, next) => {
      if ((await reader.load(request)) === undefined) return requireSignIn(request, response);
      next();
    }),
  };
}

/** Checks what only TypeScript checks otherwise. */
function checkOwnOptions({ outcomes, sessionLifetime = 1 }: PlidSignInOptions<object>): void {
  for (const type of ['signed_in', 'automatic'] as const)
    if (typeof outcomes?.[type] !== 'function')
      throw invalidOptionError(`outcomes.${type}`, 'a function that returns the content of the session');
  if (!(Number.isInteger(sessionLifetime) && sessionLifetime > 0))
    throw invalidOptionError('sessionLifetime', 'a whole number of seconds');
}

function pathsNextTo(page: URL, loginPath?: string, logoutPath?: string) {
  const paths = {
    login: loginPath ?? new URL('login', page).pathname,
    logout: logoutPath ?? new URL('logout', page).pathname,
  };
  for (const [name, path] of Object.entries(paths))
    if (!/^\/(?![/\\])[^\s?#\\]*$/.test(path) || path === page.pathname)
      throw invalidOptionError(`${name}Path`, 'a path of this website other than that of redirectUri');
  return paths;
}

/** Express 4 and Connect ignore a middleware's promise, so that a rejection would end the process. */
const middleware =
  (handle: (request: IncomingMessage, response: ServerResponse, next: Next) => Promise<void>): Middleware =>
  (request, response, next) => {
    handle(request, response, next).catch((thrown) => next(asError(thrown)));
  };

/**
 * Express continues with the next handler after `next(undefined)` and `next('route')`, which would open a route
 * for signed-in users if a session store rejects with such a value.
 */
const asError = (thrown: unknown): object =>
  typeof thrown === 'object' && thrown !== null
    ? thrown
    : new Error('A handler or the session store failed without an error object.', { cause: thrown });
