import type { Parameters } from '../../../core/http/parameters.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readPhoneNumber } from '../../../core/protocol/phone-number.ts';
import { refusals } from '../../../core/protocol/refusals.ts';
import { type CarrierCode, carrierCodes } from '../../../core/protocol/user-record.ts';
import type { SignIn } from '../../shared/service-values.ts';
import { readAutomaticLoginChoice } from '../pages/sign-in-frame.tsx';
import { signInPage } from '../pages/sign-in-page.tsx';
import { type Claim, requestConfirmation } from '../phone/phone-request.ts';
import {
  type FilledForm,
  type SignInContext,
  SignInFormError,
  signInEnded,
  signInFields,
} from '../sign-in/sign-in-context.ts';
import { keepSignIn } from '../sign-in/sign-in-cookies.ts';
import { pathOf, seeOther } from '../sign-in/sign-in-redirects.ts';

/** Of a name, in characters. */
const maxNameLength = 100;
/** Of any field, in characters; the rest is cut off, also where the form is shown again. */
const maxTypedLength = 200;

/** The sign-in form, while no code was given. */
export async function showSignIn(context: SignInContext): Promise<Response> {
  if (context.signIn.granted !== undefined) throw signInEnded(context, 'finished');
  return signInPage(context);
}

/** The sign-in form was sent: asks the carriers, and through them the phone. */
export async function submitSignIn(context: SignInContext): Promise<Response> {
  const { signIn } = context;
  if (signIn.granted !== undefined) throw signInEnded(context, 'finished');
  const form = readForm(context.parameters);
  const chosen = withAutomaticLogin(signIn, context.parameters);
  const submitted = { ...context, signIn: chosen };
  const claim = claimOf(submitted, form);
  const phone = await requestConfirmation(submitted, claim).catch((failure) => {
    throw failure instanceof ProtocolError ? new SignInFormError(failure, submitted, form) : failure;
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
    typed[field] = value.slice(0, maxTypedLength);
    if (value === '') faults[field] = 'missing';
    else if (!isValid[field](value)) faults[field] = 'invalid';
  }
  return { typed, faults };
}

const isCarrierCode = (text: string): text is CarrierCode =>
  (carrierCodes as readonly string[]).includes(text);

const isValid = {
  name: (name: string) => [...name].length <= maxNameLength && !/\p{C}/u.test(name),
  phoneNo: (typed: string) => readPhoneNumber(typed) !== undefined,
  telcoCd: isCarrierCode,
};

/** @throws {SignInFormError} naming the first field that is missing or not valid. */
function claimOf(context: SignInContext, form: FilledForm): Claim {
  const { name = '', phoneNo: typed = '', telcoCd = '' } = form.typed;
  const phoneNo = readPhoneNumber(typed);
  const item = signInFields.find((field) => form.faults[field] !== undefined);
  if (item === undefined && phoneNo !== undefined && isCarrierCode(telcoCd))
    return { name, phoneNo, telcoCd };
  const isMissing = item !== undefined && form.faults[item] === 'missing';
  const refusal = isMissing ? refusals.missing_item : refusals.invalid_item;
  throw new SignInFormError(new ProtocolError(refusal, { item: item ?? '' }), context, form);
}
