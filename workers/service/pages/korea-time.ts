import { Memo } from '../../../packages/plid/crypto/memo.ts';
import type { Language } from '../../core/http/language.ts';

/** Korea time, whatever the browser's is: the phone numbers are Korean. */
const timeZone = 'Asia/Seoul';

/** Says a time, in seconds since 1970. To make a format takes longer than to render the rest of a page: each is made once. */
function sayIn(style: Intl.DateTimeFormatOptions): (language: Language, seconds: number) => string {
  const formats = new Memo<Language, Intl.DateTimeFormat>();
  return (language, seconds) =>
    formats
      .once(language, () => new Intl.DateTimeFormat(language, { ...style, timeZone }))
      .format(seconds * 1000);
}

export const formatDate = sayIn({ dateStyle: 'medium' });

/** A time of day, to the minute. */
export const formatTime = sayIn({ timeStyle: 'short' });
