import type { Parameters } from '../../../core/http/parameters.ts';
import { type CarrierCode, carrierCodes } from '../../../core/protocol/carrier.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { SignIn } from '../../shared/service-values.ts';
import { signInPage } from '../pages/sign-in.tsx';
import { readPhoneNumber } from '../phone/phone-number.ts';
import { type Claim, requestConfirmation } from '../phone/phone-request.ts';
import { readAutomaticLoginChoice } from '../sign-in/automatic-login.ts';
import { keepSignIn } from '../sign-in/sign-in-cookie.ts';
import { pathOf } from './paths.ts';
import { seeOther } from './redirect.ts';
import { type FilledForm, SignInFormError, signInFields } from './refusals.ts';
import { over, type Step } from './step.ts';

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
  const chosen = withAutomaticLogin(signIn, step.parameters);
  const sent = { ...step, signIn: chosen };
  const claim = claimOf(sent, form);
  const phone = await requestConfirmation(sent, claim).catch((failure) => {
    throw failure instanceof ProtocolError ? new SignInFormError(failure, sent, form) : failure;
  });
  const { plid: _, ...begun } = chosen;
  const kept = await keepSignIn(context, { ...begun, phone });
  return seeOther(pathOf('wait', signIn.id), [kept]);
}

/** The checkbox counts only where it was offered. */
function withAutomaticLogin(signIn: SignIn, parameters: Parameters): SignIn {
  const isChosen = readAutomaticLoginChoice(parameters) === 'Y';
  if (signIn.automaticLogin === undefined) return signIn;
  return { ...signIn, automaticLogin: isChosen ? 'chosen' : 'offered' };
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
