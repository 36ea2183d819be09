import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import type { SignInContext } from './sign-in-context.ts';
import type { FilledForm } from './sign-in-form.ts';
import type { SignInEnding } from './sign-in-status.ts';

/** A refusal within a sign-in: its page knows the application, and leads back there. */
export class SignInError extends ProtocolError {
  readonly context: SignInContext;
  /** Set where the sign-in has ended. */
  readonly ending: SignInEnding | undefined;

  constructor(error: ProtocolError, context: SignInContext, ending?: SignInEnding) {
    super(error.refusal, { ...error.values, headers: error.headers, cause: error.cause });
    this.context = context;
    this.ending = ending;
    if (ending !== undefined) this.logged.ending = ending;
  }
}

/** A refusal while something is down, before the sign-in could be opened: its page leads back to the sign-in. */
export class UnopenedSignInError extends ProtocolError {
  /** Which one, as the request says. */
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

/** A refusal of the sign-in form: its page is the form again, with everything that was typed, and keeps the sign-in of this context. */
export class SignInFormError extends SignInError {
  readonly form: FilledForm;

  constructor(error: ProtocolError, context: SignInContext, form: FilledForm) {
    super(error, context);
    this.form = form;
  }
}
