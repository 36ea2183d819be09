import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import korea from './korea.json' with { type: 'json' };
import { formatOf } from './user-record.ts';

/** The library's own metadata.mobile.json is 90 times as large; a test holds our part of it to be the same. */
const metadata: MetadataJson = {
  version: 4,
  country_calling_codes: { 82: ['KR'] },
  countries: { KR: korea },
  nonGeographic: {},
};

/** Of what is typed, in characters. */
const maxTypedLength = 40;

/**
 * Reads a Korean mobile phone number as people type it: `010-0000-0001`, `+82 10 …`, with full-width digits. All
 * spellings of a number have one result: the limits per number depend on it.
 * @returns 11 digits, or undefined where it is no such number.
 */
export function readPhoneNumber(typed: string): string | undefined {
  if (typed.length > maxTypedLength) return undefined;
  const number = parsePhoneNumberFromString(typed.trim(), { defaultCountry: 'KR', extract: false }, metadata);
  if (number === undefined || !number.isValid() || number.ext !== undefined) return undefined;
  const phoneNo = `0${number.nationalNumber}`;
  return formatOf('phoneNo').test(phoneNo) ? phoneNo : undefined;
}
