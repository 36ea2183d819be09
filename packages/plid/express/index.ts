/**
 * `plid/express`: a website's sign-in for Express 4 and 5, Connect, and NestJS on Express. Each middleware takes
 * Node's own request and response, so that other servers for Node can call it too.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client } from '../client/index.ts';
import type { Exchange } from '../web/exchange.ts';
import type { FailureHandlers, SignInHandlers } from '../web/outcomes.ts';
import type { Session } from '../web/session.ts';
import type { WebSignInParameters } from '../web/sign-in-purpose.ts';
import type { UserId } from '../web/user-id.ts';
import { type SiteOptions, website } from '../web/website.ts';
import { addCookies, sendResponse, toRequest } from './node-messages.ts';
import { ownResponse, sendingHandlers, withOwnResponses } from './own-responses.ts';
import { type Context, keeperFor, type SessionStore } from './session-store.ts';

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
export type { Session } from '../web/session.ts';
export type { SignInData, WebSignInParameters } from '../web/sign-in-purpose.ts';
export type { UserId } from '../web/user-id.ts';
export { expressSession, type SessionStore } from './session-store.ts';

/** Options of a website's sign-in. */
export interface PlidSignInOptions<Data extends object> extends SiteOptions<Data> {
  /**
   * Handlers of successful sign-ins. Each returns the content of the user's session. A handler that sends a
   * response itself signs no user in.
   */
  outcomes: SignInHandlers<Context, Data | undefined>;
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
}

/** Returns the ID of the user who is signed in. A method accepts Express's own request. */
export type CurrentUser = {
  currentUser(request: IncomingMessage): UserId | undefined | Promise<UserId | undefined>;
}['currentUser'];

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
  /** Whether a page of this website sent a request. Reject forms of signed-in users from any other page. */
  sameOrigin(request: IncomingMessage): boolean;
  /** The underlying client, for `disconnect`. */
  client: Client;
}

/** Creates a website's sign-in. @throws {PlidMismatch} `option` if an option is missing or invalid. */
export function plidSignIn<Data extends object>(options: PlidSignInOptions<Data>): PlidSignIn<Data> {
  const { outcomes, failures = {}, currentUser, session: store, ...others } = options;
  const site = website<IncomingMessage, Context, Data>(others, {
    outcomes: withOwnResponses(outcomes),
    failures: sendingHandlers(failures),
    currentUser,
    keeper: (page, cookies) => keeperFor(store, page, cookies),
  });

  /** Sends the answer to a request. @returns whether there was an answer. */
  async function isAnswered(
    answer: (exchange: Exchange<IncomingMessage, Context>) => Promise<Response | undefined>,
    ...context: Context
  ): Promise<boolean> {
    const [request, response] = context;
    const answered = await answer({
      request: toRequest(request, site.page),
      source: request,
      context,
      addCookies: (values) => addCookies(response, values),
    });
    if (answered !== undefined && answered !== ownResponse) await sendResponse(response, answered);
    return answered !== undefined;
  }

  const answering = (answer: (exchange: Exchange<IncomingMessage, Context>) => Promise<Response>) =>
    middleware(async (request, response) => {
      await isAnswered(answer, request, response);
    });

  return {
    client: site.client,
    sameOrigin: (request) => site.sameOrigin(toRequest(request, site.page)),
    session(request) {
      const loaded = site.sessions.loaded(request);
      if (loaded !== undefined) return loaded.session;
      throw new Error(
        'plid.session was called before plid.routes and plid.required. Add app.use(plid.routes) above your routes.',
      );
    },
    // Express takes a middleware with four parameters for an error handler, so the last one has a default.
    login: (request, response, next, parameters = {}) =>
      answering((exchange) => site.login(exchange, parameters))(request, response, next),
    callback: answering(site.callback),
    logout: answering(site.logout),
    routes: middleware(async (request, response, next) => {
      if (await isAnswered(site.handle, request, response)) return;
      await site.sessions.load(request);
      next();
    }),
    required: middleware(async (request, response, next) => {
      if (!(await isAnswered(site.required, request, response))) next();
    }),
  };
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
