import { day, startOfMonthInKorea } from '../korean-time.ts';
import type { Chain } from './chain.ts';
import type { SavedChain } from './saved-chain.ts';

/** Minimum number of days for which plid stores an access record. */
const minDays = 365;
/** Maximum difference between the clocks of the server and of this machine, in seconds. */
export const clockTolerance = 300;

/**
 * Returns the longest known retention time in days. The server can't shorten it, because the attacker whom the
 * comparison detects can change the server's answer.
 */
export const retentionDays = (live: Chain, saved: SavedChain): number =>
  Math.max(minDays, saved.days, live.days);

/** Returns a fault if the server states a retention time that plid doesn't allow. */
export const retentionFaults = ({ days }: Chain): string[] =>
  Number.isSafeInteger(days) && days >= minDays
    ? []
    : [
        `The server states that it stores records for ${days} days, but plid allows no fewer than ${minDays}.`,
      ];

/** @param at time of the record. @param now the verifier's own clock, both in seconds since 1970. */
export const hasExpired = (at: number, days: number, now: number): boolean =>
  at + days * day <= now + clockTolerance;

/**
 * Returns a fault if records that a summary counts were deleted although they can't have expired yet. A summary has
 * the month of each record, so a record counts as expired from the beginning of its month on.
 */
export function summaryFaults(live: Chain, { months, anchor, count }: SavedChain, days: number, now: number) {
  if (months === undefined || live.anchor.sequence <= anchor.sequence) return [];
  const byMonth = [...Map.groupBy(months, ({ month }) => month)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const counted = months.reduce((sum, { records }) => sum + records, 0);
  const isWhole = counted === count - anchor.sequence;
  const newest = byMonth.at(-1)?.[0];
  let sequence = anchor.sequence;
  for (const [month, rows] of byMonth) {
    const deleted = isWhole
      ? live.anchor.sequence > sequence
      : month === newest && live.anchor.sequence >= count;
    if (deleted && !hasExpired(startOfMonthInKorea(month), days, now))
      return [`Records of ${month} were deleted before their ${days} days were over.`];
    sequence += rows.reduce((sum, { records }) => sum + records, 0);
  }
  return [];
}
