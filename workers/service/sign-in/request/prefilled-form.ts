import { readTypedForm } from '../cookies/form-cookie.ts';
import type { FilledForm } from '../entries/sign-in-form.ts';
import { hasEnded } from '../flow/sign-in-status.ts';
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
  const isEnded = (other: SignIn) => hasEnded({ signIn: other, now: context.now });
  const forget = earlier.length === 0 || earlier.some(isEnded);
  const first = forget ? signIn : (earlier.at(-1) ?? signIn);
  const sameRequest = earlier.filter((other) => !isEnded(other) && isSameRequest(other, signIn));
  const form = await readTypedForm(
    context,
    signIn,
    sameRequest.map(({ id }) => id),
  );
  return { form, forget, formGroup: first.id };
}

/**
 * Whether two sign-ins have the same authorization request. Some browsers send it again when the user navigates back to the
 * form. An application needs a new `state` for each request (RFC 6749 §10.12): with a constant one and without PKCE, a new
 * request looks like the running one.
 */
const isSameRequest = (one: SignIn, other: SignIn): boolean =>
  one.client_id === other.client_id &&
  one.redirect_uri_digest === other.redirect_uri_digest &&
  one.state === other.state &&
  one.nonce === other.nonce &&
  one.code_challenge === other.code_challenge;
