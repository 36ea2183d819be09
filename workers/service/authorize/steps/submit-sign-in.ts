import { readPhoneNumber } from '../../../../packages/plid/protocol/phone-number.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { isReviewNumber } from '../../../core/protocol/review-number.ts';
import { requestAppInitiated } from '../../features/app-start/submit-app-initiated.ts';
import { startReview } from '../../features/reviewers/start-review.ts';
import type { Attempt } from '../../shared/sign-in-cookie-value.ts';
import { phoneRequestIn, startedRequestIn } from '../../shared/sign-in-stage.ts';
import { readTypedForm, storeTypedForm } from '../cookies/form-cookie.ts';
import { withAutomaticLogin } from '../pages/automatic-login-box.tsx';
import { signInPage } from '../pages/sign-in-page.tsx';
import type { Claim } from '../phone/confirmation-request.ts';
import { findOpenRequest, maySupersedeOpenRequest } from '../phone/find-open-request.ts';
import { requestConfirmation } from '../phone/phone-request.ts';
import { RefusedRequest } from '../phone/refused-request.ts';
import { pendingOrNewAttempt } from '../phone/request-attempt.ts';
import { isCarrierChoice, isMvno, networkOf } from '../sign-in/carrier-choices.ts';
import { likelyCarriers } from '../sign-in/likely-carrier.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { type FilledForm, readForm, signInFields } from '../sign-in/sign-in-form.ts';
import { seeOther, signInPagePath } from '../sign-in/sign-in-paths.ts';
import type { Transition } from '../sign-in/transition.ts';
import { redirectToWaiting } from './redirect-to-waiting.ts';
import { orRefuseForm, refuseForm } from './refuse-form.ts';

export async function showSignIn(context: SignInContext): Promise<Transition> {
  const form = await readTypedForm(context, context.signIn.id);
  return { response: signInPage(context, { form, ...(await likelyCarriers(context)) }) };
}

/**
 * Handles the submitted sign-in form. Asks the carrier to confirm the entries and to send a request to the phone.
 */
export async function submitSignIn(context: SignInContext): Promise<Transition> {
  const { signIn, parameters } = context;
  return sendOrReuseRequest(
    { ...context, signIn: withAutomaticLogin(signIn, parameters) },
    readForm(parameters),
  );
}

/**
 * Handles the button that sends another request, because the previous one was not answered, has expired, or found
 * no app. The new request supersedes the previous one. Shows the form if its entries are gone, and the result if
 * the phone has responded in the meantime.
 */
export async function resendRequest(context: SignInContext): Promise<Transition> {
  const { signIn } = context;
  const { id, stage } = signIn;
  const start = startedRequestIn(stage);
  if (start !== undefined) return requestAppInitiated(context, start);
  const form = await readTypedForm(context, id);
  const phone = phoneRequestIn(stage);
  const previous = stage.at === 'unregistered' ? stage.number : phone;
  const isSame = readPhoneNumber(form.typed.phoneNo ?? '') === previous?.phoneNo;
  if (previous === undefined || !isSame) return { response: seeOther(signInPagePath('sign-in', id)), signIn };
  if (phone !== undefined && !(await maySupersedeOpenRequest(context, phone)))
    return { response: seeOther(signInPagePath('wait', id)) };
  const counted = { ...context, signIn: { ...signIn, again: (signIn.again ?? 0) + 1 } };
  return askWithForm(context, form, (claim, attempt, cookies) => askPhone(counted, claim, attempt, cookies));
}

/**
 * Requests an approval for the entries of a form, unless this browser already has an open request on that phone. A store
 * reviewer's number leads to the page for the review code.
 */
export const sendOrReuseRequest = (context: SignInContext, form: FilledForm): Promise<Transition> =>
  askWithForm(context, form, async (claim, attempt, cookies) => {
    if (isReviewNumber(claim.phoneNo)) return startReview(context, claim, cookies);
    const open = await findOpenRequest(context, claim.phoneNo);
    if (open !== undefined)
      return redirectToWaiting(context, { at: 'asked', method: 'phone', request: open }, { cookies });
    return askPhone(context, claim, attempt, cookies);
  });

async function askPhone(
  context: SignInContext,
  claim: Claim,
  attempt: Attempt,
  cookies: string[],
): Promise<Transition | RefusedRequest> {
  const asked = await requestConfirmation(context, claim, attempt);
  if (asked instanceof RefusedRequest) return asked;
  return redirectToWaiting(context, asked.stage, { cookies, events: asked.events });
}

/**
 * Runs a step with the entries of a form, and with Set-Cookie values that store them. Shows the form again if an
 * entry is missing or invalid, or if the step is refused.
 */
async function askWithForm(
  context: SignInContext,
  form: FilledForm,
  ask: (claim: Claim, attempt: Attempt, cookies: string[]) => Promise<Transition | RefusedRequest>,
): Promise<Transition> {
  const claim = readClaim(form);
  if (claim instanceof ProtocolError) return refuseForm(context, form, claim);
  const attempt = pendingOrNewAttempt(context.signIn);
  const cookies = [await storeTypedForm(context, form, context.signIn)];
  return orRefuseForm(
    context,
    attempt,
    () => form,
    () => ask(claim, attempt, cookies),
  );
}

/** Returns a form's entries, or the error about the first field that is missing or invalid. */
function readClaim(form: FilledForm): Claim | ProtocolError {
  const { name = '', phoneNo: typed = '', telcoCd = '' } = form.typed;
  const phoneNo = readPhoneNumber(typed);
  const item = signInFields.find((field) => form.faults[field] !== undefined);
  if (item === undefined && phoneNo !== undefined && isCarrierChoice(telcoCd))
    return { name, phoneNo, telcoCd: networkOf(telcoCd), mvno: isMvno(telcoCd) };
  const isMissing = item !== undefined && form.faults[item] === 'missing';
  return new ProtocolError(isMissing ? refusals.missing_item : refusals.invalid_item, { item: item ?? '' });
}
