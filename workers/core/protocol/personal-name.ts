/** Characters that are never displayed, such as zero-width spaces, bidi marks, and fillers, and the blank Braille pattern. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Full-width ASCII, as keyboards for Chinese and Japanese write it. */
const fullWidth = /[！-～]/g;
/** Distance of a full-width character from its ASCII character. */
const fullWidthOffset = '！'.charCodeAt(0) - '!'.charCodeAt(0);

/** Quotation marks, accents, primes, and letters that look like an apostrophe. */
const apostrophes = /[`´‘’‛′‵ʹʻʼʽˈʾʿꞌ՚]/g;

/** Control characters, and code points that aren't characters or have no common meaning. */
const unusable = /\p{C}/u;

/**
 * Normalizes a user's name, which the user typed or another system sent. Names that look alike to the user get
 * the same characters, so that a name that was pasted from a chat, or typed on another keyboard, matches.
 * @returns the name in NFC, without invisible characters and without white space at its ends. Full-width letters are
 * ASCII letters, and every apostrophe is `'`. The name may be empty.
 */
export const readName = (sent: string): string =>
  sent
    .normalize('NFC')
    .replace(invisible, '')
    .replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - fullWidthOffset))
    .replace(apostrophes, "'")
    .normalize('NFC')
    .trim();

/** Whether a name contains characters that no name has. @param name as {@link readName} returns it. */
export const hasUnusableCharacters = (name: string): boolean => unusable.test(name);
