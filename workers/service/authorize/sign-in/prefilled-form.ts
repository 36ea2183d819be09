import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import { readFormAgain } from '../cookies/form-cookie.ts';
import type { AuthorizeContext } from './authorize-settings.ts';
import type { FilledForm } from './sign-in-form.ts';
import { hasEnded, wasAbandoned } from './sign-in-status.ts';

/** The form of a sign-in that begins. */
export interface PrefilledForm {
  form: FilledForm;
  /** Whether the browser must not fill in what was typed here before: a user who goes back must not read another one's entries. */
  forget: boolean;
  /**
   * Names the forms into which the browser may fill what was typed into one of them. Without scripts nothing else keeps Chromium from that: it
   * knows a form by the names of its first fields.
   */
  formGroup: string;
}

/**
 * Prefills the form. Once a sign-in of this browser has ended, or its cookie is gone, the browser's next user may be another one.
 * @param earlier the sign-ins of this browser before this one, the newest first.
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
  return { form: await readFormAgain(context, signIn, abandoned), forget, formGroup: first.id };
}
