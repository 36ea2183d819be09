/** Of what is typed, in characters. */
const maxTypedLength = 40;

/** Full-width, Arabic-Indic and Persian digits; the last four bits of each are its value. */
const foreignDigits = /[０-９٠-٩۰-۹]/g;

/** The characters that people and address books put between digits: spaces, dashes of every kind, dots, slashes, brackets, invisible marks. */
const separators = /[\s\p{Cf}\p{Pd}−ー.．·/／~()（）[\]［］]/gu;

/** The country's code, after `+` or what is dialled for abroad (`00`, `001`, `00700`), and the number with or without its first 0. */
const spelling = /^(?:(?:[+＋]|00\d{0,3})?82)?0?(1\d{9})$/;

/**
 * Reads a Korean mobile phone number as people type it: `010-0000-0001`, `+82 10 …`, with full-width digits. All
 * spellings of a number have one result: the limits per number depend on it. Whether it is anybody's is for the carrier to say.
 * @returns 11 digits, or undefined where it is no such number.
 */
export function readPhoneNumber(typed: string): string | undefined {
  if (typed.length > maxTypedLength) return undefined;
  const digits = typed.replace(foreignDigits, (digit) => String(digit.charCodeAt(0) & 15));
  const number = spelling.exec(digits.replace(separators, ''))?.[1];
  return number && `0${number}`;
}
