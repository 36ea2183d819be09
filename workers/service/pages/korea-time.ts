import { Memo } from '../../core/crypto/memo.ts';
import type { Language } from '../../core/http/language.ts';

/**
 * The time zone of Korea. It is used regardless of the browser's time zone, because the phone numbers are Korean.
 */
const timeZone = 'Asia/Seoul';

/** Keeps a date or a time on one line. */
const noBreakSpace = '\u00a0';

/**
 * Creates a function that formats a time in seconds since 1970. Each formatter is created once, because its
 * creation takes longer than rendering the rest of a page.
 */
function timeFormatter(style: Intl.DateTimeFormatOptions): (language: Language, seconds: number) => string {
  const formats = new Memo<Language, Intl.DateTimeFormat>();
  return (language, seconds) =>
    formats
      .once(language, () => new Intl.DateTimeFormat(language, { ...style, timeZone }))
      .format(seconds * 1000)
      .replaceAll(' ', noBreakSpace);
}

export const formatDate = timeFormatter({ dateStyle: 'medium' });

/** Formats a time of day, to the minute. */
export const formatTime = timeFormatter({ timeStyle: 'short' });
