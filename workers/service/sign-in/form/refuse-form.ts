import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import type { FilledForm } from '../entries/sign-in-form.ts';
import type { RefusedRequest } from '../flow/refused-request.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { SignInError } from '../flow/sign-in-errors.ts';
import type { Transition } from '../flow/transition.ts';
import { withAttemptAfterError } from '../limits/request-attempt.ts';
import type { Attempt } from '../stages/sign-in-cookie-value.ts';
import { challengePage } from './challenge-page.tsx';
import { formWithError } from './form-with-error.tsx';

/** Shows the form again with all entries and the reason, or asks an unknown caller to pass a challenge. */
export const refuseForm = (context: SignInContext, form: FilledForm, refusal: ProtocolError): Transition => ({
  response:
    refusal.refusal === serviceRefusals.challenge
      ? challengePage(context, form, refusal)
      : formWithError(context, form, refusal),
  signIn: context.signIn,
  refusal,
});

/**
 * Runs a step that asks a carrier. If it's refused, or if an outage stops it, the form is shown again, so that no entry is
 * lost. @param readForm Returns the entries.
 */
export async function orRefuseForm(
  context: SignInContext,
  attempt: Attempt,
  readForm: () => FilledForm | Promise<FilledForm>,
  step: () => Promise<Transition | RefusedRequest>,
): Promise<Transition> {
  const result = await step().catch(asRefusedRequest);
  if (!('refused' in result)) return result;
  const { refused, events = [] } = result;
  const signIn = withAttemptAfterError(context.signIn, refused, attempt);
  return { ...refuseForm({ ...context, signIn }, await readForm(), refused), events };
}

function asRefusedRequest(failure: unknown): RefusedRequest {
  if (failure instanceof ProtocolError && !(failure instanceof SignInError)) return { refused: failure };
  throw failure;
}
