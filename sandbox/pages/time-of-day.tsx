/** A time of day in Korea. @param seconds the time, in seconds since 1970. */
export function TimeOfDay({ seconds, language }: { seconds: number; language: string }) {
  const date = new Date(seconds * 1000);
  const format = new Intl.DateTimeFormat(language, { timeStyle: 'medium', timeZone: 'Asia/Seoul' });
  return (
    <time datetime={date.toISOString()} class="hint">
      {format.format(date)}
    </time>
  );
}
