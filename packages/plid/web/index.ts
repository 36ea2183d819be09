/**
 * `plid/web`: a website's sign-in as two functions that take a `Request` and return a `Response`. They run on Node
 * 20 and later, workerd, and Bun. They also run in frameworks that call such functions, such as Hono, Next.js
 * route handlers, or a Worker.
 */
import type { Client } from '../client/index.ts';
import type { Answered } from './answer-without-user.ts';
import { logFailure } from './developer-log.ts';
import { failurePage } from './failure-page.ts';
import {
  type Connected,
  type FailedSignIn,
  type FailureHandlers,
  failureHandlerOf,
  missingConnectedHandler,
  type SignInHandlers,
} from './outcomes.ts';
import { type StartedSignIn, signInFlow, type WebsiteOptions } from './sign-in-flow.ts';
import type { WebSignInParameters } from './sign-in-purpose.ts';
import { isUserId, type UserId } from './user-id.ts';

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
export type { SignInData, WebSignInParameters } from './sign-in-purpose.ts';
export type { UserId } from './user-id.ts';

/** Options of the client and of its routes. */
export interface SignInRoutesOptions extends WebsiteOptions {
  /** Handlers of failed sign-ins at both routes. Default: a plain page in Korean and English. */
  failures?: FailureHandlers<[request: Request], Response> | undefined;
}

/** What an application does at the callback. */
export interface CallbackHandlers extends SignInHandlers<[request: Request], Response> {
  /**
   * Handles a phone that the signed-in user connects (`connect` of `login`). Store `user.plid` with the user
   * `userId`, unless the `plid` belongs to another user. Don't start a session.
   */
  connected?(outcome: Connected, request: Request): Response | Promise<Response>;
  /**
   * Returns the ID of the user whom your own session signs in, or undefined. A phone is connected only if this is
   * still the user who started. If a user is signed in, a refused callback, such as a refreshed one, continues to
   * `returnTo` instead of an error page.
   */
  currentUser?(request: Request): UserId | undefined | Promise<UserId | undefined>;
}

/**
 * The two routes of a website. They handle a failed sign-in, and rethrow errors of the application's own functions.
 */
export interface SignInRoutes {
  /** The underlying client, for `disconnect`. */
  client: Client;
  /**
   * Handles the route that starts a sign-in, such as `/login`, with a redirect to the service. The route's
   * parameter `return_to` is the path to continue to, such as `/orders`. A path that leads to another origin or
   * has more than 500 characters counts as `/`. With the parameter `prompt=login`, the user signs in with the phone.
   * @param parameters with `data` of this sign-in, and `connect` to connect a phone.
   */
  login(request: Request, parameters?: WebSignInParameters): Promise<Response>;
  /**
   * Handles the route of `redirectUri`. @param handlers the application's responses to a successful sign-in,
   * usually its session cookie and a redirect to `returnTo`.
   */
  callback(request: Request, handlers: CallbackHandlers): Promise<Response>;
}

/**
 * Creates the sign-in routes of a website. The browser stores each sign-in in an encrypted cookie until the
 * callback. The server stores nothing. @throws {PlidMismatch} `option` if an option is missing or invalid.
 */
export function signInRoutes({ failures = {}, ...options }: SignInRoutesOptions): SignInRoutes {
  const { client, start, finish } = signInFlow(options);

  async function answerFailure(outcome: FailedSignIn, request: Request): Promise<Response> {
    logFailure(outcome);
    return (failureHandlerOf(failures, outcome) ?? failurePage)(outcome, request);
  }

  async function answerStart(
    started: StartedSignIn | FailedSignIn | Answered,
    request: Request,
  ): Promise<Response> {
    if (started.type === 'answered') return started.answer;
    if (started.type !== 'started') return answerFailure(started, request);
    return withCookies(redirectTo(started.url), started.cookies);
  }

  return {
    client,
    login: async (request, parameters) => answerStart(await start(request, parameters), request),
    async callback(request, handlers) {
      const finished = await finish(request, () => handlers.currentUser?.(request));
      if (finished.type === 'answered') return finished.answer;
      const { outcome, cookies, mayContinue, retryWithPhone } = finished;
      const answer = async () => {
        if (mayContinue && isUserId(await handlers.currentUser?.(request)))
          return redirectTo(outcome.returnTo);
        if (outcome.type === 'connected') return answerConnected(outcome, request, handlers);
        if (outcome.type === 'signed_in') return handlers.signed_in(outcome, request);
        if (outcome.type !== 'automatic') return answerFailure(outcome, request);
        const answered = await handlers.automatic(outcome, request);
        return answered ?? answerStart(await retryWithPhone(), request);
      };
      return withCookies(await answer(), cookies);
    },
  };
}

async function answerConnected(outcome: Connected, request: Request, handlers: CallbackHandlers) {
  if (handlers.connected === undefined) throw missingConnectedHandler();
  return handlers.connected(outcome, request);
}

const redirectTo = (url: string): Response =>
  new Response(null, { status: 303, headers: { Location: url, 'Cache-Control': 'no-store' } });

/**
 * Returns a copy of a response with additional cookies. A copy is needed because `Response.redirect` returns
 * immutable headers.
 */
function withCookies(answer: Response, cookies: readonly string[]): Response {
  const copy = new Response(answer.body, answer);
  for (const cookie of cookies) copy.headers.append('Set-Cookie', cookie);
  return copy;
}
