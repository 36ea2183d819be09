import type { DenialReason } from '../../shared/denial-reasons.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import { dropFormUnlessRemembered } from '../cookies/form-cookie.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { cancelAtPhoneObject } from '../phone/cancel-request.ts';
import { logPhoneRequest } from '../phone/log-phone-request.ts';
import { redirectWithDenial } from '../sign-in/return-to-application.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { endedStatus } from '../sign-in/sign-in-status.ts';
import { deleteCachedApproval } from './cached-approval.ts';

/**
 * Handles the button that cancels a sign-in, or that leads back to the application after the sign-in has ended.
 */
export async function cancelByUser(context: SignInContext): Promise<Response> {
  const { phone, start, unregistered, granted, cancelled, plid } = context.signIn;
  const ending = endedStatus(context);
  if (ending === 'underage') return cancelSignIn(context, 'underage');
  const pendingRequest = phone ?? start;
  if (granted === undefined && !cancelled) {
    logPhoneRequest(context, 'sign_in_cancelled', pendingRequest ?? unregistered);
    await cancelAtPhoneObject(context);
    if (plid !== undefined) context.waitUntil(deleteCachedApproval(context, plid));
  }
  if (ending === 'expired') return cancelSignIn(context, 'expired');
  if (unregistered !== undefined) return cancelSignIn(context, 'unregistered');
  const isOpen =
    pendingRequest === undefined ||
    plid !== undefined ||
    context.now < pendingRequest.sent + phoneRequestLifetime;
  return cancelSignIn(context, isOpen ? 'cancelled' : 'unanswered');
}

/**
 * Denial reasons after which users usually try again. The form's entries are then restored at the next sign-in
 * with this application. A browser that may belong to a relay never gets `wrong_number`.
 */
const restoresForm: readonly DenialReason[] = ['wrong_number', 'unanswered', 'unregistered', 'expired'];

/**
 * Ends a sign-in without a code, because the user or their phone refused, or because the sign-in had already
 * ended. Redirects back to the application (RFC 6749 §4.1.2.1). The browser's next user can't continue this
 * sign-in.
 */
export async function cancelSignIn(context: SignInContext, reason: DenialReason): Promise<Response> {
  const { signIn, application, redirect_uri, language } = context;
  const { id, state, scope, formPost, granted } = signIn;
  const cancelled = granted === undefined ? [await storeSignIn(context, { ...signIn, cancelled: true })] : [];
  const formCookies = restoresForm.includes(reason) ? [] : await dropFormUnlessRemembered(context, id);
  const cookies = [...cancelled, ...formCookies];
  const address = { application, redirect_uri, state, scope, formPost };
  return redirectWithDenial(context, address, reason, language, cookies);
}
