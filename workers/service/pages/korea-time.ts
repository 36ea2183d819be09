import type { Language } from '../../core/http/language.ts';

/** Korea time, whatever the browser's is: the phone numbers are Korean. */
const timeZone = 'Asia/Seoul';

/** @param seconds since 1970. */
export const sayDate = (language: Language, seconds: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).format(seconds * 1000);

/** A time of day, to the minute. @param seconds since 1970. */
export const sayClock = (language: Language, seconds: number): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(seconds * 1000);
