import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { cancelRequest } from '../phone/cancel-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { withoutOldRequests } from '../sign-in/sign-in-expiry.ts';
import { seeOther, signInPagePath } from '../sign-in/sign-in-paths.ts';

/**
 * Redirects to the waiting page. The sign-in's previous request is cancelled without delaying the response. @param
 * asked The new request, the fact that the number has no app to show a request, or the store reviewer. @param cookies Additional
 * Set-Cookie values.
 */
export async function redirectToWaiting(
  context: SignInContext,
  asked: Pick<SignIn, 'phone' | 'start' | 'unregistered' | 'again' | 'review'>,
  cookies: string[] = [],
): Promise<Response> {
  const { signIn, now } = context;
  context.waitUntil(cancelRequest(context, asked.phone ?? asked.start));
  const signInCookie = await storeSignIn(context, { ...withoutOldRequests(signIn, now), ...asked });
  return seeOther(signInPagePath('wait', signIn.id), [signInCookie, ...cookies]);
}
