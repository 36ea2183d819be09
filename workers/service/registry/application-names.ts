import { sha256, toHex } from '../../core/crypto/bytes.ts';

/**
 * Characters that are invisible or hide others: invisible letters, fillers, control characters, and every space
 * except U+0020.
 */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]/u;
/** Combining marks without a letter, or more than three marks on one letter, which no script needs. */
const strayMarks = /(?:^| )\p{M}|\p{M}{4}/u;

/**
 * Returns whether a one-line text is displayed exactly as written. The text must have a letter or digit, nothing
 * invisible, and no spaces that HTML would collapse.
 */
export const isDisplayedUnchanged = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text) &&
  !invisible.test(text) &&
  !strayMarks.test(text.normalize('NFD')) &&
  text.trim() === text &&
  !text.includes('  ');

/** A run of letters, marks, and digits. */
const word = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the first word that mixes Latin letters with Cyrillic or Greek ones, such as `Dеmo` with a Cyrillic `е`. Many of
 * these letters look the same, and no language mixes them in a word. A word in one script is accepted.
 */
export const mixedScriptWord = (text: string): string | undefined =>
  text
    .match(word)
    ?.find((each) => /\p{Script=Latin}/u.test(each) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(each));

/**
 * Returns a digest that is equal for names that look alike. Such names are compatible in Unicode (NFKC) or differ
 * only in case. Look-alike letters of other scripts, such as a whole Cyrillic word, aren't recognized.
 * @returns 64 hexadecimal digits.
 */
export const nameDigest = async (name: string): Promise<string> =>
  toHex(await sha256(foldCase(name.normalize('NFKC')).normalize('NFKC')));

/** Folds the case of a text. Uppercase makes ß and SS equal, after ẞ has become ß. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();
