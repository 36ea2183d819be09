import type { FailedSignIn, FailureHandlers, SignInHandlers } from '../web/outcomes.ts';
import type { Context } from './session-store.ts';

/** Stands for a response that a handler of the application sends to Node's own response. */
export const ownResponse = new Response();

/** Returns the handlers in the form of `plid/web`: a handler that has sent a response returns it. */
export function withOwnResponses<Data extends object>(
  outcomes: SignInHandlers<Context, Data | undefined>,
): SignInHandlers<Context, object> {
  const isSent = ([, response]: Context) => response.headersSent;
  const { signed_in, automatic, connected } = outcomes ?? {};
  const handler =
    <Outcome, Result>(handle: (outcome: Outcome, ...context: Context) => Result) =>
    async (outcome: Outcome, ...context: Context) => {
      const result = await handle.call(outcomes, outcome, ...context);
      return isSent(context) ? ownResponse : result;
    };
  return {
    signed_in: signed_in && handler(signed_in),
    automatic: automatic && handler(automatic),
    ...(connected && { connected: handler(connected) }),
  } as SignInHandlers<Context, object>;
}

/** Returns the handlers of failed sign-ins in the form of `plid/web`. Each of them sends a response, maybe later. */
export const sendingHandlers = (
  failures: FailureHandlers<Context, unknown>,
): FailureHandlers<Context, Response> =>
  Object.fromEntries(
    Object.entries(failures).map(([type, handle]) => [
      type,
      handle &&
        (async (outcome: FailedSignIn, ...context: Context) => {
          await (handle as (outcome: FailedSignIn, ...context: Context) => unknown)(outcome, ...context);
          return ownResponse;
        }),
    ]),
  );
