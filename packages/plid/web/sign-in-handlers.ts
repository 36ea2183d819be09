import type { Answered } from './answer-without-user.ts';
import { redirectTo } from './answers.ts';
import { logFailure } from './developer-log.ts';
import type { Exchange } from './exchange.ts';
import { failureAnswer } from './failure-page.ts';
import {
  type AutomaticSignIn,
  type Connected,
  type FailedSignIn,
  type FailureHandlers,
  failureHandlerOf,
  missingConnectedHandler,
  type SignedIn,
  type SignInHandlers,
} from './outcomes.ts';
import type { SessionKeeper } from './session.ts';
import type { FinishedSignIn, SignInFlow, StartedSignIn } from './sign-in-flow.ts';
import type { WebSignInParameters } from './sign-in-purpose.ts';
import { isUserId, type UserId } from './user-id.ts';

/** The application's part of a sign-in. */
export interface ApplicationHandlers<Source, Context extends unknown[]> {
  outcomes: SignInHandlers<Context, object>;
  failures: FailureHandlers<Context, Response>;
  currentUser(exchange: Exchange<Source, Context>): UserId | undefined | Promise<UserId | undefined>;
}

/** The two routes of a sign-in. They throw what the application's handlers throw. */
export interface SignInRoutes<Source, Context extends unknown[]> {
  login(exchange: Exchange<Source, Context>, parameters?: WebSignInParameters): Promise<Response>;
  callback(exchange: Exchange<Source, Context>): Promise<Response>;
}

export function signInHandlers<Source, Context extends unknown[]>(
  { start, finish }: SignInFlow,
  keeper: SessionKeeper<Source, Context>,
  { outcomes, failures, currentUser }: ApplicationHandlers<Source, Context>,
): SignInRoutes<Source, Context> {
  type Asked = Exchange<Source, Context>;

  async function answerFailure(outcome: FailedSignIn, { request, context }: Asked): Promise<Response> {
    logFailure(outcome);
    const handler = failureHandlerOf(failures, outcome);
    return handler === undefined ? failureAnswer(outcome, request) : handler(outcome, ...context);
  }

  async function answerStart(
    started: StartedSignIn | FailedSignIn | Answered,
    asked: Asked,
  ): Promise<Response> {
    if (started.type === 'answered') return started.answer;
    if (started.type !== 'started') return answerFailure(started, asked);
    asked.addCookies(started.cookies);
    return redirectTo(started.url);
  }

  async function answerUser(
    outcome: SignedIn | AutomaticSignIn,
    { retryWithPhone }: FinishedSignIn,
    asked: Asked,
  ): Promise<Response> {
    await keeper.renew?.(asked);
    const isAutomatic = outcome.type === 'automatic';
    const data = isAutomatic
      ? await outcomes.automatic(outcome, ...asked.context)
      : await outcomes.signed_in(outcome, ...asked.context);
    if (data instanceof Response) return data;
    if (data === undefined && isAutomatic) return answerStart(await retryWithPhone(), asked);
    if (typeof data !== 'object' || data === null)
      throw new Error(
        `The handler ${outcome.type} returned no object. Return the content of the session, such as { name }, or a response.`,
      );
    const plid = isAutomatic ? outcome.plid : outcome.user.plid;
    await keeper.write(asked, { ...data, plid });
    return redirectTo(outcome.returnTo);
  }

  async function answerConnected(outcome: Connected, { context }: Asked): Promise<Response> {
    const answer = await outcomes.connected?.(outcome, ...context);
    return answer instanceof Response ? answer : redirectTo(outcome.returnTo);
  }

  return {
    async login(asked, parameters = {}) {
      if ('connect' in parameters && outcomes.connected === undefined) throw missingConnectedHandler();
      return answerStart(await start(asked.request, parameters), asked);
    },
    async callback(asked) {
      const finished = await finish(asked.request, () => currentUser(asked));
      if (finished.type === 'answered') return finished.answer;
      const { outcome, cookies, mayContinue } = finished;
      asked.addCookies(cookies);
      if (mayContinue && isUserId(await currentUser(asked))) return redirectTo(outcome.returnTo);
      if (outcome.type === 'signed_in' || outcome.type === 'automatic')
        return answerUser(outcome, finished, asked);
      return outcome.type === 'connected' ? answerConnected(outcome, asked) : answerFailure(outcome, asked);
    },
  };
}
