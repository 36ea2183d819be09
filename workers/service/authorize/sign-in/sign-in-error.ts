import { ProtocolError } from '../../../core/protocol/errors.ts';
import { refusals } from '../../../core/protocol/refusals.ts';
import type { SignInContext, SignInEnding } from './sign-in-context.ts';

/** A refusal within a sign-in: its page knows the application, and leads back there. */
export class SignInError extends ProtocolError {
  readonly context: SignInContext;
  /** Set where the sign-in has ended. */
  readonly ending: SignInEnding | undefined;

  constructor(error: ProtocolError, context: SignInContext, ending?: SignInEnding) {
    super(error.refusal, { ...error.values, headers: error.headers, cause: error.cause });
    this.context = context;
    this.ending = ending;
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

/** The refusal of a sign-in that has ended. */
export const signInEnded = (context: SignInContext, ending: SignInEnding): SignInError =>
  new SignInError(new ProtocolError(refusals.invalid_item, { item: 'flow' }), context, ending);

/** The fields of the sign-in form. */
export const signInFields = ['name', 'phoneNo', 'telcoCd'] as const;
export type SignInField = (typeof signInFields)[number];

/** What was typed into the form, and what is wrong with it. */
export interface FilledForm {
  typed: Partial<Record<SignInField, string>>;
  faults: Partial<Record<SignInField, 'missing' | 'invalid'>>;
}

/** A refusal of the sign-in form: its page is the form again, with everything that was typed. */
export class SignInFormError extends SignInError {
  readonly form: FilledForm;

  constructor(error: ProtocolError, context: SignInContext, form: FilledForm) {
    super(error, context);
    this.form = form;
  }
}
