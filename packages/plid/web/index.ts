/**
 * `plid/web`: a website's sign-in as two functions that take a `Request` and return a `Response`. They run on Node
 * 20 and later, workerd, and Bun. They also run in frameworks that call such functions, such as Hono, Next.js
 * route handlers, or a Worker.
 */
import type { SignInParameters } from '../client/authorization.ts';
import type { Client } from '../client/index.ts';
import type { Answered } from './answer-without-user.ts';
import { failurePage } from './failure-page.ts';
import {
  type FailedSignIn,
  type FailureHandlers,
  failureHandlerOf,
  type SignInHandlers,
} from './outcomes.ts';
import { type StartedSignIn, signInFlow, type WebsiteOptions } from './sign-in-flow.ts';
import { isUserId, type UserId } from './user-id.ts';

export type {
  AutomaticSignIn,
  FailedSignIn,
  FailureHandlers,
  FailureText,
  FailureType,
  SignedIn,
  SignInHandlers,
  SignInOutcome,
} from './outcomes.ts';
export { failureTexts } from './outcomes.ts';
export type { UserId } from './user-id.ts';

/** Options of the client and of its routes. */
export interface SignInRoutesOptions extends WebsiteOptions {
  /** Handlers of failed sign-ins at both routes. Default: a plain page in Korean and English. */
  failures?: FailureHandlers<[request: Request], Response> | undefined;
}

/** What an application does at the callback. */
export interface CallbackHandlers extends SignInHandlers<[request: Request], Response> {
  /**
   * Returns the ID of the user whom your own session signs in, or undefined. If a user is signed in, a refused
   * callback, such as a refreshed one, continues to `returnTo` instead of an error page.
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
   */
  login(request: Request, parameters?: SignInParameters): Promise<Response>;
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

  const answerFailure = async (outcome: FailedSignIn, request: Request): Promise<Response> =>
    (failureHandlerOf(failures, outcome) ?? failurePage)(outcome, request);

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
      const finished = await finish(request);
      if (finished.type === 'answered') return finished.answer;
      const { outcome, cookies, mayContinue, retryWithPhone } = finished;
      const answer = async () => {
        if (mayContinue && isUserId(await handlers.currentUser?.(request)))
          return redirectTo(outcome.returnTo);
        if (outcome.type === 'signed_in') return handlers.signed_in(outcome, request);
        if (outcome.type !== 'automatic') return answerFailure(outcome, request);
        const answered = await handlers.automatic(outcome, request);
        return answered ?? answerStart(await retryWithPhone(), request);
      };
      return withCookies(await answer(), cookies);
    },
  };
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
