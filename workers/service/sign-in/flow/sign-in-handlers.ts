import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readParameters } from '../../../core/protocol/parameters.ts';
import { refuseCrossSite } from '../../../core/protocol/same-origin.ts';
import type { Handler } from '../../../core/worker/endpoint.ts';
import type { Env } from '../settings/sign-in-settings.ts';
import { respond } from './respond.ts';
import { type FlowParts, readSignInContext, type SignInContext } from './sign-in-context.ts';
import { SignInError, signInEndedError, UnopenedSignInError } from './sign-in-errors.ts';
import { renewAfterStep } from './sign-in-expiry.ts';
import { methodPagePath, seeOther } from './sign-in-paths.ts';
import { endedStatus } from './sign-in-status.ts';
import type { Transition } from './transition.ts';

type Step = (context: SignInContext) => Promise<Transition>;

/** Returns the wrappers that make a handler of a step. */
export function signInHandlers(parts: FlowParts) {
  /**
   * Wraps a handler that still responds after the sign-in has ended. Errors that it throws carry the sign-in, so
   * that error pages can link back to the application.
   */
  const inAnySignIn = (handle: Step) => handlerOf(parts, handle);
  /** Wraps a handler that needs a sign-in in progress. */
  const duringSignIn = (handle: Step): Handler<Env> =>
    inAnySignIn((context) => handle(requireInProgress(context)));
  /**
   * Wraps a step by the user, which extends the sign-in. The transition contains the extended sign-in from the
   * step's context, so that it's stored.
   */
  const onStep = (handle: Step): Handler<Env> =>
    inAnySignIn((context) => handle(requireInProgress(renewAfterStep(context))));
  const wrappers = { form: (handle: Step) => onStep(beforeCode(handle)), step: onStep, page: duringSignIn };
  /** The handlers of the methods' own routes. */
  const methodRoutes: Record<string, Handler<Env>> = Object.fromEntries(
    parts.methods
      .flatMap(({ routes = {} }) => Object.entries(routes))
      .map(([route, { on, handle }]) => [route, wrappers[on](handle)]),
  );
  return { inAnySignIn, duringSignIn, onStep, methodRoutes };
}

/**
 * Wraps a handler of the form. The form is closed once a code was issued, while later pages still lead to the same
 * code. If a page is shown before the code, the form leads to it. @throws {SignInError} if a code was issued.
 */
export const beforeCode =
  (handle: Step): Step =>
  async (context) => {
    const { id, stage } = context.signIn;
    if (stage.at !== 'granted') return handle(context);
    if (stage.page === undefined) throw signInEndedError(context, 'finished');
    return { response: seeOther(methodPagePath(stage.page, id)) };
  };

/** Returns the context if its sign-in is in progress. @throws {SignInError} if the sign-in has ended. */
function requireInProgress(context: SignInContext): SignInContext {
  const ending = endedStatus(context);
  if (ending !== undefined) throw signInEndedError(context, ending);
  return context;
}

function handlerOf(parts: FlowParts, handle: Step): Handler<Env> {
  return async (outer) => {
    if (outer.request.method === 'POST') refuseCrossSite(outer.request, outer.url);
    const parameters = await readParameters(outer.request);
    const context = await readSignInContext(outer, parameters, parts).catch((failure) => {
      const isOutage = failure instanceof ProtocolError && failure.status >= 500;
      throw isOutage ? new UnopenedSignInError(failure, parameters.required('flow')) : failure;
    });
    context.note({ client_id: context.application.client_id });
    try {
      return await respond({ ...context, language: outer.language }, await handle(context));
    } catch (failure) {
      if (!(failure instanceof ProtocolError) || failure instanceof SignInError) throw failure;
      throw new SignInError(failure, context);
    }
  };
}
