/** Korea's offset from UTC, in milliseconds. */
const offset = 9 * 3_600_000;

/** Returns a time in Korea as yyyyMMddHHmmss. @param seconds since 1970. */
export const koreanDateTime = (seconds: number): string =>
  new Date(seconds * 1000 + offset).toISOString().slice(0, 19).replaceAll(/\D/g, '');

/** Returns the day in Korea as yyyyMMdd. @param seconds since 1970. */
export const koreanDay = (seconds: number): string => koreanDateTime(seconds).slice(0, 8);
