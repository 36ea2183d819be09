/**
 * The letters of codes that people read to each other or type (Crockford's Base32). I, L, O, and U are missing, because
 * they are easily confused with other characters.
 */
export const crockfordLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Maximum length of a typed code that is read, in characters. */
const maxTypedLength = 100;

/** Returns a code with a hyphen after every four characters, such as `7K2M-9QXD-4TRA`. */
export const inGroups = (code: string): string => code.replaceAll(/.{4}(?!$)/g, '$&-');

/** Returns a typed code in its canonical form, without separators. Confusable letters count as the digits they resemble. */
export const normalizeCode = (typed: string): string =>
  typed
    .slice(0, maxTypedLength)
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
