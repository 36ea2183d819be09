import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import { readAbandonedForm } from '../cookies/form-cookie.ts';
import type { AuthorizeContext } from './authorize-settings.ts';
import type { FilledForm } from './sign-in-form.ts';
import { hasEnded, wasAbandoned } from './sign-in-status.ts';

/** The form of a new sign-in. */
export interface PrefilledForm {
  form: FilledForm;
  /**
   * Whether the browser must not restore what was typed here before. If a user navigates back, they must not
   * see another user's entries.
   */
  forget: boolean;
  /**
   * Name of the group of forms into which the browser may fill the entries of one of them. Without scripts,
   * nothing else prevents that in Chromium: it identifies a form by the names of its first fields.
   */
  formGroup: string;
}

/**
 * Prefills the form. If a sign-in of this browser has ended or its cookie is gone, the browser's next user may
 * be another one.
 * @param earlier This browser's earlier sign-ins, newest first.
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
  return { form: await readAbandonedForm(context, signIn, abandoned), forget, formGroup: first.id };
}
