import { ProtocolError } from '../../../core/protocol/errors.ts';
import { storeTypedForm } from '../cookies/form-cookie.ts';
import { pendingOrNewAttempt } from '../phone/request-attempt.ts';
import type { SentForm } from '../sign-in/approval-method.ts';
import { type Claim, readClaim } from '../sign-in/claim.ts';
import type { RefusedRequest } from '../sign-in/refused-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import type { FilledForm } from '../sign-in/sign-in-form.ts';
import type { Transition } from '../sign-in/transition.ts';
import { orRefuseForm, refuseForm } from './refuse-form.ts';

/**
 * Runs a step with the entries of a form, and with Set-Cookie values that store them. Shows the form again if an
 * entry is missing or invalid, or if the step is refused.
 */
export async function askWithForm(
  context: SignInContext,
  form: FilledForm,
  ask: (claim: Claim, sent: SentForm) => Promise<Transition | RefusedRequest>,
): Promise<Transition> {
  const claim = readClaim(form);
  if (claim instanceof ProtocolError) return refuseForm(context, form, claim);
  const attempt = pendingOrNewAttempt(context.signIn);
  const cookies = [await storeTypedForm(context, form, context.signIn)];
  return orRefuseForm(
    context,
    attempt,
    () => form,
    () => ask(claim, { attempt, cookies }),
  );
}
