import { Failure } from '../tools/terminal/failure.ts';

/** Korea has no daylight saving time. */
const offset = 9 * 3_600;
/** Length of a day, in seconds. */
export const day = 86_400;

const inKorea = (seconds: number): string => new Date((seconds + offset) * 1000).toISOString();

/** Formats a time in Korea, such as `2026-11-26 10:14:05`. @param seconds since 1970. */
export const formatKoreanTime = (seconds: number): string => inKorea(seconds).slice(0, 19).replace('T', ' ');

/** The date in Korea, such as `2026-11-26`. @param seconds since 1970. */
export const dateInKorea = (seconds: number): string => inKorea(seconds).slice(0, 10);

/** The month in Korea, such as `2026-11`. @param seconds since 1970. */
export const monthInKorea = (seconds: number): string => inKorea(seconds).slice(0, 7);

/** Returns the start of a month in Korea, in seconds since 1970. @param month such as `2026-11`. */
export const startOfMonthInKorea = (month: string): number => Date.parse(`${month}-01T00:00:00+09:00`) / 1000;

/** A period that an operator gives as dates in Korea: `since` inclusive, `until` exclusive, in seconds since 1970. */
export interface Period {
  since?: number;
  until?: number;
}

/** Reads `--since` and `--until`, which both include their day. @throws {Failure} if a date is invalid. */
export function readPeriod({ since, until }: { since?: string; until?: string }): Period {
  const from = since === undefined ? undefined : startOf(since, '--since');
  const last = until === undefined ? undefined : startOf(until, '--until');
  if (from !== undefined && last !== undefined && last < from)
    throw new Failure('--since is later than --until.');
  return {
    ...(from !== undefined && { since: from }),
    ...(last !== undefined && { until: last + day }),
  };
}

function startOf(date: string, option: string): number {
  const start = startOfDayInKorea(date);
  if (start === undefined) throw new Failure(`${option} needs a date in Korea, such as 2026-11-01.`);
  return start;
}

/**
 * Returns the start of a day in Korea, in seconds since 1970. @param date such as `2026-11-26`.
 * @returns undefined if there is no such day.
 */
export function startOfDayInKorea(date: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00+09:00`) : Number.NaN;
  return Number.isNaN(time) || dateInKorea(time / 1000) !== date ? undefined : time / 1000;
}
