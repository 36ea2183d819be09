import { sha256, toHex } from '../../../packages/plid/crypto/bytes.ts';

/** Characters that show nothing or hide others: invisible letters, fillers, controls, and every space but U+0020. */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]/u;
/** Combining marks without a letter, or more than three on one letter, which no script needs. */
const strayMarks = /(?:^| )\p{M}|\p{M}{4}/u;

/** Whether people see a text of one line as it is: it has a letter or digit, nothing invisible, and no spaces that HTML would collapse. */
export const isReadable = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text) &&
  !invisible.test(text) &&
  !strayMarks.test(text.normalize('NFD')) &&
  text.trim() === text &&
  !text.includes('  ');

/**
 * The same for all names that Unicode calls compatible (NFKC) and that differ only in case: they look alike to people.
 * Letters of another script that happen to look alike are not recognised. @returns 64 hexadecimal digits.
 */
export const nameDigest = async (name: string): Promise<string> =>
  toHex(await sha256(foldCase(name.normalize('NFKC')).normalize('NFKC')));

/** Capitals make one of ß and SS, once ẞ has become ß. The small letters at the end are what every release has stored. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();
