import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readParameters } from '../../../core/protocol/parameters.ts';
import { refuseCrossSite } from '../../../core/protocol/same-origin.ts';
import type { Handler } from '../../../core/worker/endpoint.ts';
import type { Env } from './authorize-settings.ts';
import { openSignIn, type SignInContext } from './sign-in-context.ts';
import { SignInError, signInEndedError, UnopenedSignInError } from './sign-in-errors.ts';
import { renewAfterStep } from './sign-in-expiry.ts';
import { endingOf } from './sign-in-status.ts';

type SignInHandler = (context: SignInContext) => Promise<Response>;

/** A handler that needs a sign-in which is under way. */
export const duringSignIn = (handle: SignInHandler): Handler<Env> =>
  inAnySignIn((context) => handle(underWay(context)));

/** A handler of a step of the person, which renews their sign-in: its answer keeps the sign-in that it is given. */
export const onStep = (handle: SignInHandler): Handler<Env> =>
  inAnySignIn((context) => handle(underWay(renewAfterStep(context))));

/** @throws {SignInError} where it has ended. */
function underWay(context: SignInContext): SignInContext {
  const ending = endingOf(context);
  if (ending !== undefined) throw signInEndedError(context, ending);
  return context;
}

/**
 * A handler that also answers when the sign-in has ended. Its refusals carry the sign-in, so that their pages can lead back
 * to the application.
 */
export function inAnySignIn(handle: SignInHandler): Handler<Env> {
  return async (outer) => {
    if (outer.request.method === 'POST') refuseCrossSite(outer.request, outer.url);
    const parameters = await readParameters(outer.request);
    const context = await openSignIn(outer, parameters).catch((failure) => {
      const isTrouble = failure instanceof ProtocolError && failure.status >= 500;
      throw isTrouble ? new UnopenedSignInError(failure, parameters.required('flow')) : failure;
    });
    context.note({ client_id: context.application.client_id });
    try {
      return await handle(context);
    } catch (failure) {
      if (!(failure instanceof ProtocolError) || failure instanceof SignInError) throw failure;
      throw new SignInError(failure, context);
    }
  };
}
