import { ProtocolError } from '../../../core/protocol/errors.ts';
import { storeTypedForm } from '../cookies/form-cookie.ts';
import { type Claim, readClaim } from '../entries/claim.ts';
import type { FilledForm } from '../entries/sign-in-form.ts';
import type { SentForm } from '../flow/approval-method.ts';
import type { RefusedRequest } from '../flow/refused-request.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { Transition } from '../flow/transition.ts';
import { pendingOrNewAttempt } from '../limits/request-attempt.ts';
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
