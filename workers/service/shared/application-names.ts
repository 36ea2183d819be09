import { sha256, toHex } from '../../../packages/plid/crypto/bytes.ts';

/**
 * Characters that are invisible or hide others: invisible letters, fillers, control characters, and every space
 * except U+0020.
 */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]/u;
/** Combining marks without a letter, or more than three on one letter, which no script needs. */
const strayMarks = /(?:^| )\p{M}|\p{M}{4}/u;

/**
 * Whether a one-line text is displayed as it is: it has a letter or digit, nothing invisible, and no spaces that
 * HTML would collapse.
 */
export const isReadable = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text) &&
  !invisible.test(text) &&
  !strayMarks.test(text.normalize('NFD')) &&
  text.trim() === text &&
  !text.includes('  ');

/**
 * A digest that is equal for names that Unicode treats as compatible (NFKC) and that differ only in case: they look
 * alike. Look-alike letters of other scripts aren't recognized. @returns 64 hexadecimal digits.
 */
export const nameDigest = async (name: string): Promise<string> =>
  toHex(await sha256(foldCase(name.normalize('NFKC')).normalize('NFKC')));

/**
 * Upper case makes ß and SS equal, once ẞ has become ß. Lower case at the end matches what earlier releases stored.
 */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();
