import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readPhoneNumber } from '../../../core/protocol/phone-number.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import { requestCarrierOutcome } from '../carrier/carrier-calls.ts';
import { findOpenRequest, maySupersedeOpenRequest } from '../carrier/find-open-request.ts';
import { cachedApproval } from '../code/cached-approval.ts';
import { type Approval, approvalOf } from '../code/resolve-account.ts';
import { finishSignIn } from '../consent/finish-sign-in.ts';
import { readTypedForm } from '../cookies/form-cookie.ts';
import type { Claim } from '../entries/claim.ts';
import type { SentForm } from '../flow/approval-method.ts';
import type { ConsentAnswer } from '../flow/consent-answer.ts';
import type { RefusedRequest } from '../flow/refused-request.ts';
import type { SignInContext, SignInMethod } from '../flow/sign-in-context.ts';
import { seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import { toForm } from '../flow/to-form.ts';
import type { Transition } from '../flow/transition.ts';
import { askWithForm } from '../form/ask-with-form.ts';
import { approvedIn, type PhoneRequest, phoneRequestIn } from '../stages/sign-in-stage.ts';
import { askPhone } from './ask-phone.ts';
import { awaitPhone } from './await-phone.ts';
import { redirectToWaiting } from './redirect-to-waiting.ts';
import { unregisteredPage } from './unregistered-page.tsx';

/** The carrier confirms name and number, and the phone shows digits to choose. */
export const phoneMethod = {
  name: 'phone',
  begin,
  repeat,
  wait,
  complete,
} satisfies SignInMethod;

/** Sends a request to the phone, unless this browser already has an open request there. */
async function begin(
  context: SignInContext,
  claim: Claim,
  sent: SentForm,
): Promise<Transition | RefusedRequest> {
  const open = await findOpenRequest(context, claim.phoneNo);
  if (open === undefined) return askPhone(context, claim, sent);
  const { cookies } = sent;
  return redirectToWaiting(context, { at: 'asked', method: 'phone', request: open }, { cookies });
}

/**
 * Sends another request, which supersedes the previous one. Shows the form if its entries are gone, and the result if
 * the phone has responded in the meantime.
 */
async function repeat(context: SignInContext): Promise<Transition> {
  const { signIn } = context;
  const { id, stage } = signIn;
  const form = await readTypedForm(context, signIn);
  const phone = phoneRequestIn(stage);
  const previous = stage.at === 'unregistered' ? stage.number : phone;
  const isSame = readPhoneNumber(form.typed.phoneNo ?? '') === previous?.phoneNo;
  if (previous === undefined || !isSame) return { ...toForm(id), signIn };
  if (phone !== undefined && !(await maySupersedeOpenRequest(context, phone)))
    return { response: seeOther(signInPagePath('wait', id)) };
  const counted = { ...context, signIn: { ...signIn, again: (signIn.again ?? 0) + 1 } };
  return askWithForm(context, form, (claim, sent) => askPhone(counted, claim, sent));
}

async function wait(context: SignInContext): Promise<Transition> {
  const { stage } = context.signIn;
  if (stage.at === 'unregistered') {
    const refusal = new ProtocolError(serviceRefusals.unregistered);
    return { response: unregisteredPage(context, stage.number), refusal };
  }
  const phone = phoneRequestIn(stage);
  return phone ? awaitPhone(context, phone) : toForm(context.signIn.id);
}

/**
 * Until the user agrees, the account stores the identity, so that the identity never passes through the browser. If the
 * account doesn't have the identity, the carrier is asked again.
 */
async function complete(context: SignInContext, answer: ConsentAnswer): Promise<Transition> {
  const { id, stage } = context.signIn;
  const plid = approvedIn(stage)?.plid;
  const phone = phoneRequestIn(stage);
  const toWaiting = { response: seeOther(signInPagePath('wait', id)) };
  if (plid === undefined || phone === undefined) return toWaiting;
  const approval = (await cachedApproval(context, plid, phone)) ?? (await approvalByCarrier(context, phone));
  return approval === undefined ? toWaiting : finishSignIn(context, approval, answer);
}

async function approvalByCarrier(context: SignInContext, phone: PhoneRequest): Promise<Approval | undefined> {
  const outcome = await requestCarrierOutcome(context, context.signIn, phone);
  return outcome.status === 'approved' ? approvalOf(phone, outcome) : undefined;
}
