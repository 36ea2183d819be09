/** Masks for personal data (user-record.ts). */

/** Maximum length of a masked name, in characters. */
const maxNameLength = 20;

/** Returns a value without masking it, because it reveals little by itself. */
export const whole = (value: string): string => value;

export const nothing = (): string => '';

export const maskAfterFirstTwo = (value: string): string => value.slice(0, 2) + '*'.repeat(value.length - 2);

/** @param phoneNo 11 digits. */
export const maskPhoneNumber = (phoneNo: string): string =>
  `${phoneNo.slice(0, 3)}-****-${phoneNo.slice(-4)}`;

/** Masks a name: 김*나, 김*, 남**수. If the name has several words, each word is masked: J*** S****. */
export function maskName(name: string): string {
  const words = name.normalize('NFC').split(/\s+/).filter(Boolean);
  const masked = words.map((word) => {
    const letters = [...word];
    const last = words.length === 1 && letters.length > 2 ? letters.at(-1) : '';
    if (words.length === 1 && letters.length === 1) return '*';
    return `${letters[0]}${'*'.repeat(letters.length - (last ? 2 : 1))}${last}`;
  });
  return masked.join(' ').slice(0, maxNameLength);
}
