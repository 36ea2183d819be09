import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answered } from '../web/answer-without-user.ts';
import { logFailure } from '../web/developer-log.ts';
import { failurePage } from '../web/failure-page.ts';
import {
  type AutomaticSignIn,
  type Connected,
  type FailedSignIn,
  type FailureHandlers,
  failureHandlerOf,
  missingConnectedHandler,
  type SignedIn,
  type SignInHandlers,
} from '../web/outcomes.ts';
import type { FinishedSignIn, SignInFlow, StartedSignIn } from '../web/sign-in-flow.ts';
import type { WebSignInParameters } from '../web/sign-in-purpose.ts';
import { isUserId, type UserId } from '../web/user-id.ts';
import { addCookies, redirect, sendResponse, toRequest } from './node-messages.ts';
import type { SessionStore } from './session-store.ts';

/** The request and the response of Node, with what Express adds to them. */
export type Context = [request: IncomingMessage, response: ServerResponse];

/** A middleware that answers, without an error handler. */
export type Answer = (...context: Context) => Promise<void>;

/** A middleware that starts a sign-in. */
export type StartAnswer = (parameters: WebSignInParameters, ...context: Context) => Promise<void>;

/** Returns the ID of the user who is signed in. A method accepts Express's own request. */
export type CurrentUser = {
  currentUser(request: IncomingMessage): UserId | undefined | Promise<UserId | undefined>;
}['currentUser'];

/** Handlers of successful sign-ins. */
export interface Outcomes<Data extends object> extends SignInHandlers<Context, Data | undefined> {
  /**
   * Handles a phone that the signed-in user connects (`connect` of `login`). Store `user.plid` with the user
   * `userId`, unless the `plid` belongs to another user. The session stays as it is. Without a response, the browser
   * continues to `returnTo`.
   */
  connected?(outcome: Connected, ...context: Context): unknown;
}

/** The application's part of a sign-in. */
export interface ApplicationHandlers<Data extends object> {
  outcomes: Outcomes<Data>;
  failures: FailureHandlers<Context, unknown>;
  currentUser: CurrentUser;
}

/** Returns the handlers of the two routes of a sign-in. They throw what the application's handlers throw. */
export function signInHandlers<Data extends object>(
  { page, start, finish }: SignInFlow,
  store: SessionStore,
  { outcomes, failures, currentUser }: ApplicationHandlers<Data>,
): { login: StartAnswer; callback: Answer } {
  async function answerFailure(outcome: FailedSignIn, ...context: Context): Promise<void> {
    const [request, response] = context;
    logFailure(outcome);
    const handler = failureHandlerOf(failures, outcome);
    if (handler !== undefined) await handler(outcome, ...context);
    else await sendResponse(response, failurePage(outcome, toRequest(request, page)));
  }

  async function answerStart(
    started: StartedSignIn | FailedSignIn | Answered,
    ...context: Context
  ): Promise<void> {
    if (started.type === 'answered') return sendResponse(context[1], started.answer);
    if (started.type !== 'started') return answerFailure(started, ...context);
    addCookies(context[1], started.cookies);
    redirect(context[1], started.url);
  }

  async function answerUser(
    outcome: SignedIn | AutomaticSignIn,
    { retryWithPhone }: FinishedSignIn,
    ...context: Context
  ): Promise<void> {
    const [request, response] = context;
    await store.renew?.(...context);
    const isAutomatic = outcome.type === 'automatic';
    const data = isAutomatic
      ? await outcomes.automatic(outcome, ...context)
      : await outcomes.signed_in(outcome, ...context);
    if (response.headersSent) return;
    if (data === undefined && isAutomatic) return answerStart(await retryWithPhone(), ...context);
    if (typeof data !== 'object' || data === null)
      throw new Error(
        `The handler ${outcome.type} returned no object. Return the content of the session, such as { name }, or send a response.`,
      );
    const plid = isAutomatic ? outcome.plid : outcome.user.plid;
    await store.write(request, response, { ...data, plid });
    redirect(response, outcome.returnTo);
  }

  async function answerConnected(outcome: Connected, ...context: Context): Promise<void> {
    await outcomes.connected?.(outcome, ...context);
    const [, response] = context;
    if (!response.headersSent) redirect(response, outcome.returnTo);
  }

  return {
    async login(parameters, ...context) {
      if ('connect' in parameters && outcomes.connected === undefined) throw missingConnectedHandler();
      return answerStart(await start(toRequest(context[0], page), parameters), ...context);
    },
    async callback(...context) {
      const finished = await finish(toRequest(context[0], page), () => currentUser(context[0]));
      if (finished.type === 'answered') return sendResponse(context[1], finished.answer);
      const { outcome, cookies, mayContinue } = finished;
      addCookies(context[1], cookies);
      if (mayContinue && isUserId(await currentUser(context[0])))
        return redirect(context[1], outcome.returnTo);
      if (outcome.type === 'signed_in' || outcome.type === 'automatic')
        await answerUser(outcome, finished, ...context);
      else if (outcome.type === 'connected') await answerConnected(outcome, ...context);
      else await answerFailure(outcome, ...context);
    },
  };
}
