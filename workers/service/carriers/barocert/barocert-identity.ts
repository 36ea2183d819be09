import { ageFromDate } from '../../../core/protocol/birth-date.ts';
import type { CarrierCode, Citizenship, Gender, Identity } from '../../../core/protocol/user-record.ts';

/** The vendor's names of the networks. */
export const networkNames: Readonly<Record<CarrierCode, string>> = { S: 'SKT', K: 'KT', L: 'LGU' };

/**
 * Patterns of the vendor's values, by our value. The public documents name the fields but not their values, so every usual
 * form is read, and other values are left out.
 */
const genders: Readonly<Record<Gender, RegExp>> = {
  M: /^(?:M|male|남|남자|[13579])$/i,
  F: /^(?:F|female|여|여자|[02468])$/i,
};
const foreigners: Readonly<Record<Citizenship, RegExp>> = {
  L: /^(?:N|0|false|내국인)$/i,
  F: /^(?:Y|1|true|외국인)$/i,
};
const networks: Readonly<Record<CarrierCode, RegExp>> = { S: /^SK/i, K: /^KT/i, L: /^LG/i };

/** Length of an age band in years. */
const band = 10;

/**
 * Returns the identity in a verification. @param phoneNo the number that the vendor has verified. @param at in seconds
 * since 1970.
 */
export function readVerified(sent: Record<string, unknown>, phoneNo: string, at: number): Identity {
  const text = (field: string): string => (typeof sent[field] === 'string' ? sent[field] : '');
  const born = bornOn(text('receiverYear'), text('receiverDay'));
  const agegroup = born && ageBand(born, at);
  const gender = keyOf(genders, String(sent.receiverGender ?? ''));
  const foreign = keyOf(foreigners, String(sent.receiverForeign ?? ''));
  const telcoCd = keyOf(networks, text('receiverTelcoType'));
  const [ci, name] = [text('ci'), text('receiverName')];
  return {
    phoneNo,
    ...(ci !== '' && { ci }),
    ...(name !== '' && { name }),
    ...(gender !== undefined && { gender }),
    ...(foreign !== undefined && { foreign }),
    ...(telcoCd !== undefined && { telcoCd }),
    ...(born !== undefined && { birthday: born.day, birthdate: `${born.year.slice(2)}${born.day}` }),
    ...(agegroup !== undefined && { agegroup }),
  };
}

const keyOf = <Key extends string>(patterns: Readonly<Record<Key, RegExp>>, value: string): Key | undefined =>
  (Object.keys(patterns) as Key[]).find((key) => patterns[key].test(value));

interface Born {
  /** YYYY. */
  year: string;
  /** MMDD. */
  day: string;
}

const bornOn = (year: string, day: string): Born | undefined =>
  /^(?:19|20)\d\d$/.test(year) && /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(day)
    ? { year, day }
    : undefined;

/** Returns the lower end of the age band, or undefined for a date in the future. @param at in seconds since 1970. */
function ageBand({ year, day }: Born, at: number): string | undefined {
  const age = ageFromDate(`${year}${day}`, new Date(at * 1_000));
  return age < 0 ? undefined : String(Math.floor(age / band) * band);
}
