import { holdsOtherForm } from '../cookies/form-cookie.ts';
import { type FilledForm, hasTyped, readForm } from '../entries/sign-in-form.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';

/**
 * Returns the entries that a button other than the form's own sent along, unchecked, or undefined if there are none.
 * An empty form doesn't replace the entries of another sign-in, or those that the page shows masked.
 */
export async function readSentForm(context: SignInContext): Promise<FilledForm | undefined> {
  const form = { ...readForm(context.parameters), faults: {} };
  return hasTyped(form) || !(await holdsOtherForm(context, context.signIn)) ? form : undefined;
}
