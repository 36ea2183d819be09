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
  /** Whether the entries come from an earlier sign-in: pages show them masked. */
  recalled: boolean;
}

/** Of a name, in characters. */
const maxNameLength = 100;
/** Of any field, in characters; the rest is cut off, also where the form is shown again. */
const maxTypedLength = 200;

/** Reads the form as it was sent. @throws {ProtocolError} `invalid_item` where a field is repeated. */
export function readForm(parameters: Parameters): FilledForm {
  const typed: FilledForm['typed'] = {};
  for (const field of signInFields)
    typed[field] = (parameters.optional(field)?.normalize('NFC').trim() ?? '').slice(0, maxTypedLength);
  return {
    typed,
    faults: faultsOf(typed),
    remember: parameters.optional('remember') === 'Y',
    recalled: false,
  };
}

/** Whether the person can go on as they were before, with nothing typed. */
export const isReturn = ({ recalled, typed }: FilledForm): boolean =>
  recalled && Object.keys(faultsOf(typed)).length === 0;

function faultsOf(typed: FilledForm['typed']): FilledForm['faults'] {
  const faults: FilledForm['faults'] = {};
  for (const field of signInFields) {
    const value = typed[field] ?? '';
    if (value === '') faults[field] = 'missing';
    else if (!isValid[field](value)) faults[field] = 'invalid';
  }
  return faults;
}

const isValid = {
  name: (name: string) => [...name].length <= maxNameLength && !/\p{C}/u.test(name),
  phoneNo: (typed: string) => readPhoneNumber(typed) !== undefined,
  telcoCd: isCarrierChoice,
};
