/** The languages of every message and page. */
export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/**
 * The language of an answer, out of an Accept-Language header (RFC 9110 §12.5.4): of `ko` and `en` the one that
 * is preferred, `en` where neither is asked for. Regions are passed over (`ko-KR` is `ko`).
 */
export function chooseLanguage(header: string | null): Language {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const quality = parameters
      .map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])
      .find(Boolean);
    return { language: tag.trim().split('-')[0] ?? '', quality: Number(quality ?? 1) };
  });
  const known = ranges.filter(({ language, quality }) => isLanguage(language) && quality > 0);
  const [best] = known.sort((left, right) => right.quality - left.quality);
  return best !== undefined && isLanguage(best.language) ? best.language : 'en';
}
