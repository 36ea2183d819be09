import type { ApprovedStage } from '../../shared/sign-in-stage.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { seeOther, signInPagePath } from '../sign-in/sign-in-paths.ts';

/**
 * Redirects to the consent page after an approval, which fulfils the request's hint. @param expires The sign-in's new
 * end, in seconds since 1970.
 */
export async function redirectToConsent(
  context: SignInContext,
  stage: ApprovedStage,
  expires: number,
): Promise<Response> {
  const { hinted: _, ...signIn } = context.signIn;
  const cookie = await storeSignIn(context, { ...signIn, stage, expires });
  return seeOther(signInPagePath('consent', signIn.id), [cookie]);
}
