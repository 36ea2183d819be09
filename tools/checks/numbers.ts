/** Words that the other language writes in digits. */
const numberWords: Record<string, string> = {
  ten: '10',
  eleven: '11',
  twelve: '12',
  thirteen: '13',
  fourteen: '14',
  fifteen: '15',
  sixteen: '16',
  twenty: '20',
  thirty: '30',
  hex: '16',
  hexadecimal: '16',
  October: '10',
  November: '11',
  December: '12',
};
const units: Record<string, number> = { 천: 1e3, 만: 1e4, 억: 1e8, million: 1e6, billion: 1e9 };
const numberWord = new RegExp(`\\b(?:${Object.keys(numberWords).join('|')})\\b`, 'g');

/**
 * The numbers of a text with at least two digits, outside of code and links, in English or Korean. Smaller numbers are
 * often words in one of the languages.
 */
export function numbersIn(text: string): string[] {
  const prose = text
    .replace(/`[^`\n]*`|\]\([^)]*\)|https?:\S+/g, ' ')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(numberWord, (word) => numberWords[word] ?? word)
    .replace(/열(?= ?[번건명개])/g, '10')
    .replace(/(\d+)억 (\d+)만/g, (_, first, second) => `${first * 1e8 + second * 1e4} `)
    .replace(
      /(\d+(?:\.\d+)?) ?(천|만|억|million|billion)/g,
      (_, number, unit) => `${Math.round(number * (units[unit] ?? 1))} `,
    );
  return [...new Set(prose.match(/(?<![\w.\u00a7])\d{2,}(?:\.\d+)*/g) ?? [])].sort();
}
