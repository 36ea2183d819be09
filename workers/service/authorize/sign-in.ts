import { type CarrierCode, carrierCodes } from '../../core/carrier.ts';
import { orUnavailable, ProtocolError, retryLater } from '../../core/errors.ts';
import type { Parameters } from '../../core/parameters.ts';
import { phoneOf } from '../accounts.ts';
import { phoneRequestLifetime } from '../lifetimes.ts';
import type { Admission } from '../objects/phone.ts';
import type { SignIn } from '../sealed-values.ts';
import { limitAddress } from './address-limit.ts';
import { confirm } from './carriers.ts';
import { signInPage } from './pages/sign-in.tsx';
import { pathOf } from './paths.ts';
import { readPhoneNumber } from './phone-number.ts';
import { seeOther } from './redirect.ts';
import { type FilledForm, SignInFormError, signInFields } from './refusals.ts';
import { keepSignIn } from './sign-in-cookie.ts';
import { over, type Step } from './step.ts';

/** Who says to be signing in. */
interface Claim {
  name: string;
  phoneNo: string;
  telcoCd: CarrierCode;
}

/** The same number sent again within this time, in seconds, is a form sent twice: the phone is not asked again. */
const sentTwice = 10;
/** Of a name, in characters. */
const longestName = 100;
/** Of a field, in characters; what is longer is not shown again either. */
const longestTyped = 200;

/** The sign-in form, while no code was given. */
export async function showSignIn(step: Step): Promise<Response> {
  if (step.signIn.granted !== undefined) throw over(step, 'finished');
  return signInPage(step);
}

/** The sign-in form was sent: asks the carriers, and through them the phone. */
export async function submitSignIn(step: Step): Promise<Response> {
  const { context, signIn } = step;
  if (signIn.granted !== undefined) throw over(step, 'finished');
  const form = readForm(step.parameters);
  const claim = claimOf(step, form);
  const wait = pathOf('wait', signIn.id);
  const { phone } = signIn;
  if (phone?.phoneNo === claim.phoneNo && context.now < phone.sent + sentTwice) return seeOther(wait);
  const asked = await requestConfirmation(step, claim).catch((failure) => {
    throw failure instanceof ProtocolError ? new SignInFormError(failure, step, form) : failure;
  });
  return seeOther(wait, [await keepSignIn(context, asked)]);
}

/**
 * @returns the sign-in as it stands with the request on the phone.
 * @throws {ProtocolError} `too_many_requests`, `unconfirmed`, `unavailable`.
 */
async function requestConfirmation({ context, signIn, application }: Step, claim: Claim): Promise<SignIn> {
  const { env, now } = context;
  await limitAddress(context);
  const admitting = (await phoneOf(env, claim.phoneNo)).admit(now, env.PHONE_REQUEST_LIMIT);
  const admission = await orUnavailable<Admission>('counting a request to a phone', admitting);
  if (!admission.admitted) throw retryLater('too_many_requests', admission.retryAfter);
  const match = createMatch();
  const expires = now + phoneRequestLifetime;
  const confirmation = await confirm(context, { ...claim, application: application.name, match, expires });
  if (confirmation.status === 'unconfirmed') throw new ProtocolError('unconfirmed');
  const { requestId } = confirmation;
  const { plid: _, ...begun } = signIn;
  return { ...begun, phone: { phoneNo: claim.phoneNo, requestId, match, sent: now } };
}

/** Two digits, each number from 10 to 99 as likely as any other. */
function createMatch(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(10 + (random % 90));
}

/** @throws {ProtocolError} `invalid_item` where a field is repeated. */
function readForm(parameters: Parameters): FilledForm {
  const typed: FilledForm['typed'] = {};
  const faults: FilledForm['faults'] = {};
  for (const field of signInFields) {
    const value = parameters.optional(field)?.normalize('NFC').trim() ?? '';
    typed[field] = value.slice(0, longestTyped);
    if (value === '') faults[field] = 'missing';
    else if (!isValid[field](value)) faults[field] = 'invalid';
  }
  return { typed, faults };
}

const isCarrierCode = (text: string): text is CarrierCode =>
  (carrierCodes as readonly string[]).includes(text);

const isValid = {
  name: (name: string) => [...name].length <= longestName && !/\p{C}/u.test(name),
  phoneNo: (typed: string) => readPhoneNumber(typed) !== undefined,
  telcoCd: isCarrierCode,
};

/** @throws {SignInFormError} naming the first field that is missing or not valid. */
function claimOf(step: Step, form: FilledForm): Claim {
  const { name = '', phoneNo: typed = '', telcoCd = '' } = form.typed;
  const phoneNo = readPhoneNumber(typed);
  const item = signInFields.find((field) => form.faults[field] !== undefined);
  if (item === undefined && phoneNo !== undefined && isCarrierCode(telcoCd))
    return { name, phoneNo, telcoCd };
  const reason = item !== undefined && form.faults[item] === 'missing' ? 'missing_item' : 'invalid_item';
  throw new SignInFormError(new ProtocolError(reason, { item: item ?? '' }), step, form);
}
