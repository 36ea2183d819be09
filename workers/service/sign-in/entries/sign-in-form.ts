import type { Parameters } from '../../../core/protocol/parameters.ts';
import { hasUnusableCharacters, readName } from '../../../core/protocol/personal-name.ts';
import { readPhoneNumber } from '../../../core/protocol/phone-number.ts';
import { isCarrierChoice } from './carrier-choices.ts';

/** The required fields of the sign-in form. */
export const signInFields = ['name', 'phoneNo', 'telcoCd'] as const;
export type SignInField = (typeof signInFields)[number];

/** What is wrong with an entry. `characters`: a name contains characters that no name has. */
export type FieldFault = 'missing' | 'invalid' | 'characters';

/** The entries of the form and their validation errors. */
export interface FilledForm {
  typed: Partial<Record<SignInField, string>>;
  faults: Partial<Record<SignInField, FieldFault>>;
  /** Whether this browser must remember the entries. */
  remember: boolean;
  /** Whether the entries come from an earlier sign-in. Pages then show them masked. */
  recalled: boolean;
}

/** A form without entries. */
export const emptyForm: FilledForm = { typed: {}, faults: {}, remember: false, recalled: false };

/** Maximum length of a name in characters. */
const maxNameLength = 100;
/** Maximum length of any field in characters. Longer entries are truncated, even if the form is shown again. */
const maxTypedLength = 200;

/** Reads the submitted form. @throws {ProtocolError} `invalid_item` if a field is repeated. */
export function readForm(parameters: Parameters): FilledForm {
  const typed: FilledForm['typed'] = {};
  for (const field of signInFields)
    typed[field] = readEntry(field, parameters.optional(field) ?? '').slice(0, maxTypedLength);
  return {
    typed,
    faults: faultsOf(typed),
    remember: parameters.optional('remember') === 'Y',
    recalled: false,
  };
}

/** Whether the user has typed a name or a number in this sign-in. */
export const hasTyped = ({ recalled, typed: { name, phoneNo } }: FilledForm): boolean =>
  !recalled && Boolean(name || phoneNo);

/** Whether the user can continue with the remembered entries, without typing. */
export const canContinueAsRemembered = ({ recalled, typed }: FilledForm): boolean =>
  recalled && Object.keys(faultsOf(typed)).length === 0;

function faultsOf(typed: FilledForm['typed']): FilledForm['faults'] {
  const faults: FilledForm['faults'] = {};
  for (const field of signInFields) {
    const value = typed[field] ?? '';
    if (value === '') faults[field] = 'missing';
    else if (!isValid[field](value)) faults[field] = 'invalid';
    else if (field === 'name' && hasUnusableCharacters(value)) faults[field] = 'characters';
  }
  return faults;
}

const readEntry = (field: SignInField, sent: string): string =>
  field === 'name' ? readName(sent) : sent.normalize('NFC').trim();

const isValid = {
  name: (name: string) => [...name].length <= maxNameLength,
  phoneNo: (typed: string) => readPhoneNumber(typed) !== undefined,
  telcoCd: isCarrierChoice,
};
