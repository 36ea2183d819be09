import { readPhoneNumber } from '../../../../packages/plid/protocol/phone-number.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import { isCarrierChoice } from './carrier-choices.ts';

/** The fields of the sign-in form that everybody fills in. */
export const signInFields = ['name', 'phoneNo', 'telcoCd'] as const;
export type SignInField = (typeof signInFields)[number];

/** The entries of the form, and their faults. */
export interface FilledForm {
  typed: Partial<Record<SignInField, string>>;
  faults: Partial<Record<SignInField, 'missing' | 'invalid'>>;
  /** Whether this device is to remember it. */
  remember: boolean;
}

/** Of a name, in characters. */
const maxNameLength = 100;
/** Of any field, in characters; the rest is cut off, also where the form is shown again. */
const maxTypedLength = 200;

/** Reads the form as it was sent. @throws {ProtocolError} `invalid_item` where a field is repeated. */
export function readForm(parameters: Parameters): FilledForm {
  const form: FilledForm = { typed: {}, faults: {}, remember: parameters.optional('remember') === 'Y' };
  for (const field of signInFields) {
    const value = parameters.optional(field)?.normalize('NFC').trim() ?? '';
    form.typed[field] = value.slice(0, maxTypedLength);
    if (value === '') form.faults[field] = 'missing';
    else if (!isValid[field](value)) form.faults[field] = 'invalid';
  }
  return form;
}

const isValid = {
  name: (name: string) => [...name].length <= maxNameLength && !/\p{C}/u.test(name),
  phoneNo: (typed: string) => readPhoneNumber(typed) !== undefined,
  telcoCd: isCarrierChoice,
};
