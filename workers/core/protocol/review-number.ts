/**
 * The phone numbers of store reviewers: 010-0900-0000 to 010-0999-9999. No subscriber has a number in this range. The
 * Korean numbering plan assigns only 2000 to 9999 as the exchange of a 010 number. 0000 to 1999 would collide with
 * prefixes and special numbers (070, 112), because callers may omit 010. The range excludes 010-0000, which the
 * sandbox's carriers use.
 */
const reviewNumbers = /^01009\d{6}$/;

/** Whether a number belongs to a store reviewer. No carrier is ever called for such a number. @param phoneNo 11 digits. */
export const isReviewNumber = (phoneNo: string): boolean => reviewNumbers.test(phoneNo);

/** Creates a random number in the range. */
export function createReviewNumber(): string {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `01009${String(drawn % 1_000_000).padStart(6, '0')}`;
}
