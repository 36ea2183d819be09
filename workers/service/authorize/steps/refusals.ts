import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Step } from './step.ts';

/** Why a sign-in is over; `left`: who approved it has left the phone authentication app since. */
export type Ending = 'expired' | 'cancelled' | 'finished' | 'left';

/** The fields of the sign-in form. */
export const signInFields = ['name', 'phoneNo', 'telcoCd'] as const;
export type SignInField = (typeof signInFields)[number];

/** What was typed, and what is wrong with it. */
export interface FilledForm {
  typed: Partial<Record<SignInField, string>>;
  faults: Partial<Record<SignInField, 'missing' | 'invalid'>>;
}

/** A refusal within a sign-in; its page knows the application, and leads back there. */
export class SignInError extends ProtocolError {
  readonly step: Step;
  readonly ending: Ending | undefined;

  constructor(error: ProtocolError, step: Step, ending?: Ending) {
    super(error.reason, { ...error.values, headers: error.headers, cause: error.cause });
    this.step = step;
    this.ending = ending;
  }
}

/** A refusal of what was typed: its page is the form again, with everything still in it. */
export class SignInFormError extends SignInError {
  readonly form: FilledForm;

  constructor(error: ProtocolError, step: Step, form: FilledForm) {
    super(error, step);
    this.form = form;
  }
}
