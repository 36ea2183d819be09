import { formatOf } from './user-record.ts';

/**
 * The number of a user record in E.164, such as `+821000000001`. @param phoneNo 11 digits (§2.1).
 * @returns undefined for any other text.
 */
export const e164 = (phoneNo: string | undefined): string | undefined =>
  phoneNo !== undefined && formatOf('phoneNo').test(phoneNo) ? `+82${phoneNo.slice(1)}` : undefined;
