import type { Confirmation, ConfirmationRequest } from '../../../../packages/plid/carrier/port.ts';
import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import { callObject, isSilence } from '../../../core/storage/outages.ts';
import { phoneOf } from '../../shared/phones.ts';
import { requestName } from '../../shared/request-name.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import type { Attempt, PhoneRequest, SignIn } from '../../shared/sign-in-values.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { type Admitted, admit, type PhoneStub, supersede, takeBack } from './admission.ts';
import { confirm } from './ask-carrier.ts';
import { hasChallenge } from './challenge.ts';
import { type Claim, confirmationRequest } from './confirmation-request.ts';
import { findOpenRequest, isSentJustNow } from './open-request.ts';
import { phoneAppAddress } from './phone-app-address.ts';
import { recordRequest } from './record-request.ts';
import { countForChallenge } from './sign-in-limits.ts';

/** The number that was asked for: its request, or that it has no app to ask. */
export type AskedPhone = Pick<SignIn, 'phone' | 'unregistered'>;

/**
 * Asks the carrier, and through it the phone. A request that this browser has open on the phone for the same application is
 * reused, since the person must not find two requests with two numbers there.
 * @param isAgain whether it takes the place of the sign-in's own, which nobody has answered.
 * @throws {ProtocolError} `too_many_requests`, `unconfirmed`, `carrier_limit`, `unavailable`.
 */
export async function requestConfirmation(
  context: SignInContext,
  claim: Claim,
  attempt: Attempt,
  isAgain: boolean,
): Promise<AskedPhone> {
  const { phone: latest } = context.signIn;
  if (latest?.phoneNo === claim.phoneNo && isSentJustNow(context, latest)) return { phone: latest };
  const open = isAgain ? undefined : await findOpenRequest(context, claim.phoneNo);
  if (open !== undefined) return { phone: open };
  const phone = await phoneOf(context.env, claim.phoneNo);
  const { admission, replaced, ...browser } = await admit(context, phone, claim);
  const question = await confirmationRequest(context, claim, attempt, browser);
  const confirmation = await confirm(context, question).catch(async (failure) => {
    // A carrier that was silent may have asked the phone all the same: such a request counts, or phones would ring without end.
    if (!isSilence(failure)) await takeBack(phone, admission);
    throw failure;
  });
  switch (confirmation.status) {
    case 'unconfirmed':
      await countUnconfirmed(context, phone, admission, claim);
      throw new ProtocolError(serviceRefusals.unconfirmed);
    case 'declined':
      await takeBack(phone, admission);
      throw retryLaterError(serviceRefusals.carrier_limit, confirmation.retryAfter);
    case 'unregistered':
      // It counts as a request that nobody answers: it tells that name, number and carrier belong together.
      recordRequest(context, 'sign_in_unregistered', claim);
      return { unregistered: unregisteredOf(context, claim, confirmation) };
    case 'requested':
      recordRequest(context, 'sign_in_requested', claim);
      if (replaced !== undefined) context.waitUntil(supersede(context, replaced));
      return { phone: rememberRequest(context, phone, question, { ...confirmation, admission, ...browser }) };
  }
}

/** A request that is on the phone, as the sign-in remembers it; beside the answer, the number's object is told of it. */
export function rememberRequest(
  context: SignInContext,
  phone: PhoneStub,
  question: ConfirmationRequest,
  confirmed: Answered<'requested'> & Admitted,
): PhoneRequest {
  const request = requestOf(context, question, confirmed);
  const reached = callObject(
    'remembering a request',
    phone.reached(confirmed.admission, requestName(request)),
  );
  // If this fails, a denial counts only once the waiting page has asked for it.
  context.waitUntil(reached.catch(() => undefined));
  return request;
}

/** Nobody hears of it but the operator, once an hour. */
async function countUnconfirmed(
  context: SignInContext,
  phone: PhoneStub,
  admission: string,
  claim: Claim,
): Promise<void> {
  const counting: Promise<boolean> = phone.unconfirmed(admission, context.now);
  const isGuessing = await callObject('counting an unconfirmed request', counting);
  recordRequest(context, 'sign_in_unconfirmed', claim);
  if (isGuessing) recordRequest(context, 'name_guessing', claim);
  if (hasChallenge(context)) await countForChallenge(context, context.signIn.client_id);
}

type Answered<Status> = Extract<Confirmation, { status: Status }>;

/** The request as the sign-in remembers it. */
function requestOf(
  context: SignInContext,
  { phoneNo, telcoCd, mvno, match, entry, context: { automaticLogin, knownBrowser } }: ConfirmationRequest,
  { requestId, admission, reused, open, install, calls, shown }: Answered<'requested'> & Admitted,
): PhoneRequest & Required<Pick<PhoneRequest, 'telcoCd'>> {
  const address = phoneAppAddress(context, telcoCd, 'open', open);
  const source = phoneAppAddress(context, telcoCd, 'install', install);
  return {
    ...{
      phoneNo,
      requestId,
      match,
      admission,
      known: knownBrowser,
      telcoCd,
      sent: context.now,
      automatic: automaticLogin,
    },
    ...(mvno && { mvno }),
    ...(entry !== 'choose' && { entry }),
    ...(calls && { calls }),
    ...(shown !== undefined && { shown }),
    ...(reused && { reused }),
    ...(address !== undefined && { open: address }),
    ...(source !== undefined && { install: source }),
  };
}

function unregisteredOf(
  context: SignInContext,
  { phoneNo, telcoCd }: Claim,
  { install }: Answered<'unregistered'>,
) {
  const address = phoneAppAddress(context, telcoCd, 'install', install);
  return { phoneNo, telcoCd, ...(address !== undefined && { install: address }) };
}
