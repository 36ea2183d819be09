import { sha256, toHex } from '../../core/crypto/bytes.ts';

/** What shows nothing, or hides what follows: all invisible letters, fillers and controls; every space but the plain one. */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]/u;
/** Marks that stand alone, or pile up on one letter; no script needs more than three. */
const strayMarks = /(?:^| )\p{M}|\p{M}{4}/u;

/** Whether a name shows as what it is: something to read, nothing unseen, and no space that a page would swallow. */
export const isReadableName = (name: string): boolean =>
  /[\p{L}\p{N}]/u.test(name) &&
  !invisible.test(name) &&
  !strayMarks.test(name.normalize('NFD')) &&
  name.trim() === name &&
  !name.includes('  ');

/**
 * The same for all names that Unicode calls compatible (NFKC) and that differ in case alone: they look alike to people.
 * Letters of another script that happen to look alike are not recognised. @returns 64 hexadecimal digits.
 */
export const nameDigest = async (name: string): Promise<string> =>
  toHex(await sha256(name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')));
