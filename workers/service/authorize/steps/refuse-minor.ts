import type { Identity } from '../../../../packages/plid/protocol/user-record.ts';
import { ageOfConsent, refusedBelow } from '../../shared/minimum-age.ts';
import type { SignIn } from '../../shared/sign-in-values.ts';
import { forgetTypedForm } from '../cookies/form-cookie.ts';
import { keepSignIn } from '../cookies/sign-in-cookie.ts';
import { cancelAtPhone } from '../phone/cancel-request.ts';
import { recordRequest } from '../phone/record-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { pathOf, seeOther } from '../sign-in/sign-in-paths.ts';
import { ageOf } from './age.ts';
import type { Approval } from './approved-owner.ts';

/** Whether the person who has approved is too young, by what the application is registered for now: what the sign-in's cookie says decides nothing. */
export function minorAt({ application, now }: SignInContext, identity: Identity): SignIn['minor'] {
  const age = ageOf(identity, now);
  if (age === undefined || age >= (application.minimum_age ?? ageOfConsent)) return undefined;
  return age < refusedBelow(application) ? 'refused' : 'guarded';
}

/**
 * Ends the sign-in of a person who is too young. Nothing is kept of them: no number is registered, nothing is granted, and the approval is worth
 * nothing from now on, whoever holds an early copy of the cookie.
 */
export async function refuseMinor(context: SignInContext, { phone }: Approval): Promise<Response> {
  const { phone: _, plid: __, facts: ___, shown: ____, ...signIn } = context.signIn;
  recordRequest(context, 'sign_in_underage', phone);
  await cancelAtPhone({ ...context, signIn: { ...signIn, phone } });
  const cookies = [
    await keepSignIn(context, { ...signIn, minor: 'refused' }),
    ...(await forgetTypedForm(context, signIn.id)),
  ];
  return seeOther(pathOf('wait', signIn.id), cookies);
}
