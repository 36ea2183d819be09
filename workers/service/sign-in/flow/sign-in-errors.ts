import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import type { SignInContext } from './sign-in-context.ts';
import type { SignInEnding } from './sign-in-status.ts';

/** An error within a sign-in. The error page names the application and has a link back to the application. */
export class SignInError extends ProtocolError {
  readonly context: SignInContext;
  /** Reason why the sign-in has ended. Undefined if the sign-in hasn't ended. */
  readonly ending: SignInEnding | undefined;

  constructor(error: ProtocolError, context: SignInContext, ending?: SignInEnding) {
    super(error.refusal, { ...error.values, headers: error.headers, cause: error.cause });
    this.context = context;
    this.ending = ending;
    if (ending !== undefined) this.logged.ending = ending;
  }
}

/** An error caused by an outage before the sign-in could be read. The error's page links back to the sign-in. */
export class UnopenedSignInError extends ProtocolError {
  /** ID of the sign-in, as the request contains it. */
  readonly flow: string;

  constructor(error: ProtocolError, flow: string) {
    super(error.refusal, { ...error.values, headers: error.headers, cause: error.cause });
    this.flow = flow;
  }
}

export const signInEndedError = (context: SignInContext, ending: SignInEnding): SignInError =>
  new SignInError(
    ending === 'underage'
      ? new ProtocolError(serviceRefusals.underage)
      : new ProtocolError(refusals.invalid_item, { item: 'flow' }),
    context,
    ending,
  );
