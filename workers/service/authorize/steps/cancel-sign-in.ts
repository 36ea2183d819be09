import type { DenialReason } from '../../shared/denial-words.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import { forgetTypedForm } from '../cookies/form-cookie.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { cancelAtPhone } from '../phone/cancel-request.ts';
import { recordRequest } from '../phone/record-request.ts';
import { redirectWithDenial } from '../sign-in/return-to-application.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { endingOf } from '../sign-in/sign-in-status.ts';
import { forgetCachedApproval } from './cached-approval.ts';

/** The person cancels a sign-in, or goes back after it has ended. */
export async function cancelByUser(context: SignInContext): Promise<Response> {
  const { phone, start, unregistered, granted, cancelled, plid } = context.signIn;
  const ending = endingOf(context);
  if (ending === 'underage') return cancelSignIn(context, 'underage');
  const asked = phone ?? start;
  if (granted === undefined && !cancelled) {
    recordRequest(context, 'sign_in_cancelled', asked ?? unregistered);
    await cancelAtPhone(context);
    if (plid !== undefined) context.waitUntil(forgetCachedApproval(context, plid));
  }
  if (ending === 'expired') return cancelSignIn(context, 'expired');
  if (unregistered !== undefined) return cancelSignIn(context, 'unregistered');
  const isOpen = asked === undefined || plid !== undefined || context.now < asked.sent + phoneRequestLifetime;
  return cancelSignIn(context, isOpen ? 'cancelled' : 'unanswered');
}

/** The reasons after which people try again: what they have typed comes back at this application. A browser that may be a relay's is told none of the first. */
const comesBack: readonly DenialReason[] = ['wrong_number', 'unanswered', 'unregistered', 'expired'];

/**
 * Ends a sign-in without a code, because the person or their phone refused, or because it has ended anyway: back to
 * the application (RFC 6749 §4.1.2.1). The next person at this browser can't continue it.
 */
export async function cancelSignIn(context: SignInContext, reason: DenialReason): Promise<Response> {
  const { signIn, application, redirect_uri, language } = context;
  const { id, state, scope, formPost, granted } = signIn;
  const cancelled = granted === undefined ? [await storeSignIn(context, { ...signIn, cancelled: true })] : [];
  const forgotten = comesBack.includes(reason) ? [] : await forgetTypedForm(context, id);
  const cookies = [...cancelled, ...forgotten];
  const address = { application, redirect_uri, state, scope, formPost };
  return redirectWithDenial(context, address, reason, language, cookies);
}
