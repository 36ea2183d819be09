import { parseAcceptPreferences } from './accept-preferences.ts';

/** The languages of every message and page. */
export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/**
 * Returns the language for an Accept-Language header (RFC 9110 §12.5.4): `ko` or `en`, whichever is preferred, or
 * `en` if the header has neither. Regions are ignored, so `ko-KR` counts as `ko`.
 */
export function negotiateLanguage(header: string | null): Language {
  const supported = parseAcceptPreferences(header).flatMap(({ value, quality }) => {
    const language = value.replace(/-.*/, '');
    return isLanguage(language) && quality > 0 ? [{ language, quality }] : [];
  });
  const [best] = supported.sort((left, right) => right.quality - left.quality);
  return best?.language ?? 'en';
}
