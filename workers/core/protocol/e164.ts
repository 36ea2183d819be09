import { attributePatternOf } from './user-record.ts';

/**
 * Returns a user record's phone number in E.164 format, such as `+821000000001`. @param phoneNo 11 digits (§2.1).
 * @returns undefined if the text is anything else.
 */
export const e164 = (phoneNo: string | undefined): string | undefined =>
  phoneNo !== undefined && attributePatternOf('phoneNo').test(phoneNo) ? `+82${phoneNo.slice(1)}` : undefined;
