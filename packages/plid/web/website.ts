import { isSameOrigin } from '../../../workers/core/http/own-origin.ts';
import type { Client } from '../client/index.ts';
import { invalidOptionError } from '../client/options.ts';
import type { Exchange, RequestHeaders } from './exchange.ts';
import type { FailureHandlers, SignInHandlers } from './outcomes.ts';
import { cookieSession, type Session, type SessionKeeper, type SessionStore } from './session.ts';
import { type SessionReader, sessionReader } from './session-reader.ts';
import { signInFlow, type WebsiteOptions } from './sign-in-flow.ts';
import { type SignInRoutes, signInHandlers } from './sign-in-handlers.ts';
import { signInRequired } from './sign-in-required.ts';
import { signOut } from './sign-out.ts';
import { sitePath } from './site-paths.ts';
import type { UserId } from './user-id.ts';

/** Options that are the same for every kind of server. */
export interface SiteOptions<Data extends object> extends WebsiteOptions {
  /**
   * Returns whether a session is still valid. A session from before a disconnect, for example, isn't. Default: a
   * session is valid until it ends.
   */
  isValid?(session: Session<Data>): boolean | Promise<boolean>;
  /** Lifetime of the session cookie, in seconds. Default: 43,200 (12 hours). */
  sessionLifetime?: number | undefined;
  /** Path of the route that signs the user out. Default: `logout`, next to the path of `redirectUri`. */
  logoutPath?: string | undefined;
}

/** Returns the ID of the user who is signed in. A method accepts a server's own type of request. */
export type CurrentUser<Context extends unknown[]> = {
  currentUser(...context: Context): UserId | undefined | Promise<UserId | undefined>;
}['currentUser'];

/** What an adapter for a kind of server adds to the options. */
interface Adapter<Source extends object, Context extends unknown[]> {
  outcomes: SignInHandlers<Context, object>;
  failures?: FailureHandlers<Context, Response> | undefined;
  currentUser?: CurrentUser<Context> | undefined;
  /** Returns where sessions are stored. @param cookies the default. */
  keeper(page: URL, cookies: SessionStore): SessionKeeper<Source, Context>;
}

/** A website's sign-in, over the exchanges of one kind of server. */
export interface Website<Source extends object, Context extends unknown[], Data extends object>
  extends SignInRoutes<Source, Context> {
  client: Client;
  /** The callback's URL. */
  page: URL;
  logout(exchange: Exchange<Source, Context>): Promise<Response>;
  /** Answers the three routes. @returns undefined for any other request. */
  handle(exchange: Exchange<Source, Context>): Promise<Response | undefined>;
  /** @returns undefined if a user is signed in. */
  required(exchange: Exchange<Source, Context>): Promise<Response | undefined>;
  sessions: SessionReader<Source, Data>;
  sameOrigin(request: RequestHeaders): boolean;
}

/** Creates a website's sign-in. @throws {PlidMismatch} `option` if an option is missing or invalid. */
export function website<Source extends object, Context extends unknown[], Data extends object>(
  { sessionLifetime = 43_200, logoutPath, isValid, ...options }: SiteOptions<Data>,
  adapter: Adapter<Source, Context>,
): Website<Source, Context, Data> {
  const { outcomes, failures = {}, currentUser } = adapter;
  checkOwnOptions(outcomes, sessionLifetime);
  const flow = signInFlow(options);
  const { page, client } = flow;
  const signInAddress = page.origin + flow.loginPath;
  const keeper = adapter.keeper(page, cookieSession(page, options.cookieKey, sessionLifetime));
  const sessions = sessionReader<Source, Data>(keeper.read, isValid);
  const { login, callback } = signInHandlers(flow, keeper, {
    ...{ outcomes, failures },
    currentUser: async ({ source, context }) =>
      currentUser === undefined ? (await sessions.load(source))?.plid : currentUser(...context),
  });
  const logout: Website<Source, Context, Data>['logout'] = (exchange) => signOut(exchange, keeper, page);
  const routes = new Map([
    [`GET ${flow.loginPath}`, login],
    [`GET ${page.pathname}`, callback],
    [`POST ${sitePath('logout', logoutPath, page)}`, logout],
  ]);

  return {
    ...{ client, page, login, callback, logout, sessions },
    async handle(exchange) {
      const { method, url } = exchange.request;
      const route = routes.get(`${method === 'HEAD' ? 'GET' : method} ${new URL(url).pathname}`);
      return route?.(exchange);
    },
    required: async ({ request, source }) =>
      (await sessions.load(source)) === undefined ? signInRequired(request, signInAddress) : undefined,
    sameOrigin: (request) => isSameOrigin(request, page.origin),
  };
}

/** Checks what only TypeScript checks otherwise. */
function checkOwnOptions(outcomes: SignInHandlers<never, object> | undefined, sessionLifetime: number): void {
  for (const type of ['signed_in', 'automatic'] as const)
    if (typeof outcomes?.[type] !== 'function')
      throw invalidOptionError(`outcomes.${type}`, 'a function that returns the content of the session');
  if (!(Number.isInteger(sessionLifetime) && sessionLifetime > 0))
    throw invalidOptionError('sessionLifetime', 'a whole number of seconds');
}
