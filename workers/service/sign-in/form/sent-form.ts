import { readTypedForm } from '../cookies/form-cookie.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { canContinueAsRemembered, type FilledForm, readForm } from './sign-in-form.ts';

/**
 * Returns the entries that a button other than the form's own sent along, unchecked, or undefined if there are none.
 * The page of a remembered user also contains an empty form, which doesn't replace the remembered entries.
 */
export async function readSentForm(context: SignInContext): Promise<FilledForm | undefined> {
  const form = { ...readForm(context.parameters), faults: {} };
  const { name, phoneNo } = form.typed;
  if (name !== '' || phoneNo !== '') return form;
  return canContinueAsRemembered(await readTypedForm(context, context.signIn)) ? undefined : form;
}
