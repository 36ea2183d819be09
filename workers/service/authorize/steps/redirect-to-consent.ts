import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { seeOther, signInPagePath } from '../sign-in/sign-in-paths.ts';

/**
 * Redirects to the consent page after an approval. @param approved what the approval has determined, such as the user
 * and the masked values for the page.
 */
export async function redirectToConsent(
  context: SignInContext,
  approved: Pick<SignIn, 'phone'> & Required<Pick<SignIn, 'plid' | 'shown' | 'expires'>>,
): Promise<Response> {
  const { hinted: _, ...signIn } = context.signIn;
  const cookie = await storeSignIn(context, { ...signIn, ...approved });
  return seeOther(signInPagePath('consent', signIn.id), [cookie]);
}
