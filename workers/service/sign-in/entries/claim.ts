import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readPhoneNumber } from '../../../core/protocol/phone-number.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import { isCarrierChoice, isMvno, networkOf } from './carrier-choices.ts';
import { type FilledForm, signInFields } from './sign-in-form.ts';

/** The user's entries in the form, not yet verified. */
export interface Claim {
  name: string;
  /** 11 digits, no hyphen. */
  phoneNo: string;
  telcoCd: CarrierCode;
  /** Whether the user is a customer of an MVNO on the network of `telcoCd`. */
  mvno: boolean;
}

/** Returns a form's entries, or the error about the first field that is missing or invalid. */
export function readClaim(form: FilledForm): Claim | ProtocolError {
  const { name = '', phoneNo: typed = '', telcoCd = '' } = form.typed;
  const phoneNo = readPhoneNumber(typed);
  const item = signInFields.find((field) => form.faults[field] !== undefined);
  if (item === undefined && phoneNo !== undefined && isCarrierChoice(telcoCd))
    return { name, phoneNo, telcoCd: networkOf(telcoCd), mvno: isMvno(telcoCd) };
  const isMissing = item !== undefined && form.faults[item] === 'missing';
  return new ProtocolError(isMissing ? refusals.missing_item : refusals.invalid_item, { item: item ?? '' });
}
