import { enforcedMinimumAge } from '../../registry/minimum-age.ts';
import { cancelAtPhoneObject } from '../carrier/cancel-request.ts';
import type { Approval } from '../code/resolve-account.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import type { Transition } from '../flow/transition.ts';

/**
 * Returns whether the approving user is too young under the application's current registration. @param age Age
 * from the phone's approval. It's passed separately, because the identity that is cached until the consent
 * contains the age only if the application requested it.
 */
export function ageCheckResult(
  { application }: SignInContext,
  age: number | undefined,
): 'refused' | 'guarded' | undefined {
  const { minimum_age, age_required } = application;
  const effectiveAge = age ?? (age_required ? 0 : minimum_age);
  if (effectiveAge >= minimum_age) return undefined;
  return effectiveAge < enforcedMinimumAge(application) ? 'refused' : 'guarded';
}

/**
 * Ends the sign-in of a user who is below the minimum age. Nothing about the user is stored, because no number is
 * registered and nothing is granted. The approval can't be used again, even with an early copy of the cookie.
 */
export async function refuseMinor(context: SignInContext, { phone }: Approval): Promise<Transition> {
  const { signIn } = context;
  await cancelAtPhoneObject({
    ...context,
    signIn: { ...signIn, stage: { at: 'asked', method: 'phone', request: phone } },
  });
  return {
    response: seeOther(signInPagePath('wait', signIn.id)),
    signIn: { ...signIn, stage: { at: 'ended', ending: 'underage' } },
    formToDrop: signIn.id,
    events: [{ name: 'sign_in_underage', telcoCd: phone.telcoCd }],
  };
}
