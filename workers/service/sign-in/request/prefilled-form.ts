import { readFormForNewSignIn } from '../cookies/form-cookie.ts';
import { hasEnded, wasAbandoned } from '../flow/sign-in-status.ts';
import type { FilledForm } from '../form/sign-in-form.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';

/** The form of a new sign-in. */
export interface PrefilledForm {
  form: FilledForm;
  /**
   * Whether the browser must not restore earlier entries in the form. A user who navigates back must not see
   * another user's entries.
   */
  forget: boolean;
  /**
   * Name of a group of forms among which the browser may restore entries. Chromium identifies a form by the names
   * of its first fields. If scripts are off, only this name prevents Chromium from restoring entries in another
   * group.
   */
  formGroup: string;
}

/**
 * Prefills the form of a new sign-in. If an earlier sign-in has ended or its cookie is gone, the browser must not
 * restore entries. Another user may be using the browser now. @param earlier This browser's earlier sign-ins,
 * newest first.
 */
export async function prefillForm(
  context: AuthorizeContext,
  signIn: SignIn,
  earlier: readonly SignIn[],
): Promise<PrefilledForm> {
  const { now } = context;
  const abandoned = earlier.filter((other) => wasAbandoned({ signIn: other, now }));
  const forget = earlier.length === 0 || earlier.some((other) => hasEnded({ signIn: other, now }));
  const first = forget ? signIn : (earlier.at(-1) ?? signIn);
  return { form: await readFormForNewSignIn(context, signIn, abandoned), forget, formGroup: first.id };
}
