import { readPhoneNumber } from '../../../../packages/plid/protocol/phone-number.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { isReviewNumber } from '../../../core/protocol/review-number.ts';
import type { Attempt } from '../../shared/sign-in-cookie-value.ts';
import { phoneRequestIn } from '../../shared/sign-in-stage.ts';
import { readTypedForm, storeTypedForm } from '../cookies/form-cookie.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { withAutomaticLogin } from '../pages/automatic-login-box.tsx';
import { signInPage } from '../pages/sign-in-page.tsx';
import type { Claim } from '../phone/confirmation-request.ts';
import { findOpenRequest, maySupersedeOpenRequest } from '../phone/find-open-request.ts';
import { requestConfirmation } from '../phone/phone-request.ts';
import { pendingOrNewAttempt, withAttemptAfterError } from '../phone/request-attempt.ts';
import { isCarrierChoice, isMvno, networkOf } from '../sign-in/carrier-choices.ts';
import { likelyCarriers } from '../sign-in/likely-carrier.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { SignInFormError } from '../sign-in/sign-in-errors.ts';
import { type FilledForm, readForm, signInFields } from '../sign-in/sign-in-form.ts';
import { seeOther, signInPagePath } from '../sign-in/sign-in-paths.ts';
import { redirectToWaiting } from './redirect-to-waiting.ts';
import { startReview } from './start-review.ts';
import { requestAppInitiated } from './submit-app-initiated.ts';

export async function showSignIn(context: SignInContext): Promise<Response> {
  const form = await readTypedForm(context, context.signIn.id);
  return signInPage(context, { form, ...(await likelyCarriers(context)) });
}

/**
 * Handles the submitted sign-in form. Asks the carrier to confirm the entries and to send a request to the phone.
 */
export async function submitSignIn(context: SignInContext): Promise<Response> {
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
export async function resendRequest(context: SignInContext): Promise<Response> {
  const { id, stage } = context.signIn;
  if (stage.at === 'asked' && stage.method === 'app') return requestAppInitiated(context, stage.request);
  const form = await readTypedForm(context, id);
  const phone = phoneRequestIn(stage);
  const previous = stage.at === 'unregistered' ? stage.number : phone;
  const isSame = readPhoneNumber(form.typed.phoneNo ?? '') === previous?.phoneNo;
  if (previous === undefined || !isSame) {
    const cookie = await storeSignIn(context, context.signIn);
    return seeOther(signInPagePath('sign-in', id), [cookie]);
  }
  if (phone !== undefined && !(await maySupersedeOpenRequest(context, phone)))
    return seeOther(signInPagePath('wait', id));
  return resend(context, form);
}

/**
 * Requests an approval for the entries of a form, unless this browser already has an open request on that phone. A store
 * reviewer's number leads to the page for the review code.
 * @throws {SignInFormError} if the request fails. The error's page shows the form again.
 */
export async function sendOrReuseRequest(context: SignInContext, form: FilledForm): Promise<Response> {
  const claim = claimOf(context, form);
  const attempt = pendingOrNewAttempt(context.signIn);
  const throwWithForm = throwOnForm(context, form, attempt);
  const formCookie = await storeTypedForm(context, form, context.signIn);
  if (isReviewNumber(claim.phoneNo)) return startReview(context, claim, [formCookie]).catch(throwWithForm);
  const phone = await findOpenRequest(context, claim.phoneNo).catch(throwWithForm);
  const asked = phone
    ? ({ at: 'asked', method: 'phone', request: phone } as const)
    : await requestConfirmation(context, claim, attempt).catch(throwWithForm);
  return redirectToWaiting(context, asked, [formCookie]);
}

/**
 * Requests an approval again for the entries of a form. The new request supersedes the sign-in's previous one.
 * @throws {SignInFormError} as in {@link sendOrReuseRequest}.
 */
async function resend(context: SignInContext, form: FilledForm): Promise<Response> {
  const { signIn } = context;
  const claim = claimOf(context, form);
  const attempt = pendingOrNewAttempt(signIn);
  const throwWithForm = throwOnForm(context, form, attempt);
  const asked = await requestConfirmation(context, claim, attempt).catch(throwWithForm);
  const counted = { ...context, signIn: { ...signIn, again: (signIn.again ?? 0) + 1 } };
  return redirectToWaiting(counted, asked, [await storeTypedForm(context, form, signIn)]);
}

/** Returns a function that rethrows a protocol error so that its error page shows the sign-in form again. */
const throwOnForm =
  (context: SignInContext, form: FilledForm, attempt: Attempt) =>
  (failure: unknown): never => {
    if (!(failure instanceof ProtocolError)) throw failure;
    const signIn = withAttemptAfterError(context.signIn, failure, attempt);
    throw new SignInFormError(failure, { ...context, signIn }, form);
  };

/**
 * Reads a form's entries. @throws {SignInFormError} if a field is missing or invalid. The error is about the first
 * such field.
 */
function claimOf(context: SignInContext, form: FilledForm): Claim {
  const { name = '', phoneNo: typed = '', telcoCd = '' } = form.typed;
  const phoneNo = readPhoneNumber(typed);
  const item = signInFields.find((field) => form.faults[field] !== undefined);
  if (item === undefined && phoneNo !== undefined && isCarrierChoice(telcoCd))
    return { name, phoneNo, telcoCd: networkOf(telcoCd), mvno: isMvno(telcoCd) };
  const isMissing = item !== undefined && form.faults[item] === 'missing';
  const refusal = isMissing ? refusals.missing_item : refusals.invalid_item;
  throw new SignInFormError(new ProtocolError(refusal, { item: item ?? '' }), context, form);
}
