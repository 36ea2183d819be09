/** The final sounds of the digits 0 to 9 when they're read aloud: 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구. */
const digitsWithFinal = '036';

/** Number of Hangul syllables that share their first two sounds, one for each final consonant or none. */
const finals = 28;
/** Index of ㄹ among the final consonants. */
const rieul = 8;

/**
 * Appends the Korean particle 로 or 으로 ("to") by the last sound of a word. If the word ends in another script,
 * whose reading isn't known, the particle follows a noun: Demo Shop 서비스로. @param noun names the kind of thing.
 */
export function toward(word: string, noun: '서비스' | '번호'): string {
  const last = word.normalize('NFC').at(-1) ?? '';
  if (/[가-힣]/.test(last))
    return `${word}${takesEu((last.charCodeAt(0) - 0xac00) % finals) ? '으로' : '로'}`;
  if (/\d/.test(last)) return `${word}${digitsWithFinal.includes(last) ? '으로' : '로'}`;
  return toward(`${word} ${noun}`, noun);
}

const takesEu = (final: number): boolean => final !== 0 && final !== rieul;
