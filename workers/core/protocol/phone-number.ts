/** Maximum length of the typed text, in characters. */
const maxTypedLength = 40;

/** Full-width, Arabic-Indic, and Persian digits. The last four bits of each character are the digit's value. */
const foreignDigits = /[０-９٠-٩۰-۹]/g;

/** Characters that users and address books put between digits. The Korean keyboard's dash is the letter `ㅡ`. */
const separators = /[\s\p{Cf}\p{Pd}−ーㅡ_.．·∙•・/／~()（）[\]［］]/gu;

/** A label before or behind the number, such as `tel:` or `휴대폰:`. */
const label = /^[\p{L}\p{M}:：]+|[\p{L}\p{M}:：]+$/gu;

/** Korean words between digits, as dictation writes a dash: `010에 1234에 5678`. */
const wordsBetween = /(?<=\d)[가-힣]+(?=\d)/g;

/** The names of the digits. Two of them have a second name. */
const spokenDigits = new Map(
  ['공영', '일', '이', '삼', '사', '오', '육륙', '칠', '팔', '구'].flatMap((names, digit) =>
    [...names].map((name) => [name, String(digit)] as const),
  ),
);

/** A text of digits, names of digits, and spoken dashes only. Elsewhere these syllables have other meanings. */
const spoken = /^[\d공영일이삼사오육륙칠팔구]+(?:(?:에|의|다시)[\d공영일이삼사오육륙칠팔구]+)*$/;

/**
 * Format of a number without separators. It may start with the country code, which may follow `+` or an
 * international prefix (`00`, `001`, `00700`). The number's leading 0 is optional.
 */
const spelling = /^(?:(?:[+＋]|00\d{0,3})?82)?0?(1\d{9})$/;

/**
 * Normalizes a typed Korean mobile phone number, such as `010-0000-0001`, `+82 10 …`, or full-width digits. The
 * number may have a label (`tel:010…`), and may be dictated (`010에 1234에 5678`, `공일공 …`). All formats of a number
 * have the same result, so that the number's limits can't be bypassed with another format. Only the carrier knows
 * whether a number is assigned.
 * @returns 11 digits, or undefined if the text is anything else or has further digits, such as a second number.
 */
export function readPhoneNumber(typed: string): string | undefined {
  if (typed.length > maxTypedLength) return undefined;
  const digits = typed
    .normalize('NFC')
    .replace(foreignDigits, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(separators, '');
  const written = spoken.test(digits)
    ? digits.replace(/\D/g, (name) => spokenDigits.get(name) ?? '')
    : digits;
  const number = spelling.exec(written.replace(label, '').replace(wordsBetween, ''))?.[1];
  return number && `0${number}`;
}
