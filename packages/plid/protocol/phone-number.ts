/** Maximum length of the typed text, in characters. */
const maxTypedLength = 40;

/** Full-width, Arabic-Indic, and Persian digits. The last four bits of each character are the digit's value. */
const foreignDigits = /[０-９٠-٩۰-۹]/g;

/**
 * Characters that users and address books put between digits: spaces, all dashes, dots, slashes, brackets, and
 * invisible marks.
 */
const separators = /[\s\p{Cf}\p{Pd}−ー.．·/／~()（）[\]［］]/gu;

/**
 * Format of a number without separators. It may start with the country code, which may follow `+` or an
 * international prefix (`00`, `001`, `00700`). The number's leading 0 is optional.
 */
const spelling = /^(?:(?:[+＋]|00\d{0,3})?82)?0?(1\d{9})$/;

/**
 * Normalizes a typed Korean mobile phone number, such as `010-0000-0001`, `+82 10 …`, or full-width digits. All
 * formats of a number have the same result, so that the number's limits can't be bypassed with another format.
 * Only the carrier knows whether a number is assigned.
 * @returns 11 digits, or undefined if the text is anything else.
 */
export function readPhoneNumber(typed: string): string | undefined {
  if (typed.length > maxTypedLength) return undefined;
  const digits = typed.replace(foreignDigits, (digit) => String(digit.charCodeAt(0) & 15));
  const number = spelling.exec(digits.replace(separators, ''))?.[1];
  return number && `0${number}`;
}
