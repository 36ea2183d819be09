import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { cancelRequest } from '../phone/cancel-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { withoutOldRequests } from '../sign-in/sign-in-expiry.ts';
import { pathOf, seeOther } from '../sign-in/sign-in-paths.ts';

/**
 * Leads to the page that waits for a phone. The request before is cancelled, beside the answer.
 * @param asked the new request, or that the number has no app to ask. @param cookies Set-Cookie values, also sent.
 */
export async function redirectToWaiting(
  context: SignInContext,
  asked: Pick<SignIn, 'phone' | 'start' | 'unregistered' | 'again'>,
  cookies: string[] = [],
): Promise<Response> {
  const { signIn, now } = context;
  context.waitUntil(cancelRequest(context, asked.phone ?? asked.start));
  const kept = await storeSignIn(context, { ...withoutOldRequests(signIn, now), ...asked });
  return seeOther(pathOf('wait', signIn.id), [kept, ...cookies]);
}
