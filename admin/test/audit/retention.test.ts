import { expect, test } from 'vitest';
import { hasExpired, retentionDays, retentionFaults, summaryFaults } from '../../audit/retention.ts';

const day = 86_400;
const hash = 'a'.repeat(64);
const chain = (deleted: number, days = 365) => ({
  ...{ count: 10, head: hash, anchor: { sequence: deleted, hash }, days, records: [] },
});
/** A summary of a chain of ten records, of which the rows count `counted`. */
const saved = (months: Record<string, number>) => ({
  ...chain(0),
  origin: 'https://login.example.com',
  months: Object.entries(months).map(([month, records]) => ({
    ...{ month, operator: 'kim', action: 'people find', records, people: records, withoutReason: 0 },
  })),
});
const october = Date.parse('2025-10-01T00:00:00+09:00') / 1000;
/** The first moment at which the records of a month can have expired. */
const expiry = (month: string) => Date.parse(`${month}-01T00:00:00+09:00`) / 1000 + 365 * day - 300;

test.each([
  [-1, false],
  [0, true],
])('a record has expired %i seconds around five minutes before its last day: %j', (seconds, expired) => {
  expect(hasExpired(october, 365, expiry('2025-10') + seconds)).toBe(expired);
});

test.each([
  [364, 1],
  [365, 0],
  [365.5, 1],
])('a server that states %d days has %i faults', (days, faults) => {
  expect(retentionFaults(chain(0, days))).toHaveLength(faults);
});

test('the longest of the stated days counts, and at least 365', () => {
  expect(retentionDays(chain(0, 30), { ...saved({}), days: 40 })).toBe(365);
  expect(retentionDays(chain(0, 400), { ...saved({}), days: 500 })).toBe(500);
  expect(retentionDays(chain(0, 600), { ...saved({}), days: 500 })).toBe(600);
});

test.each([
  ['deleted nothing', 0, { '2025-10': 6, '2025-11': 4 }, expiry('2025-10') - 1, undefined],
  ['deleted of October in time', 6, { '2025-10': 6, '2025-11': 4 }, expiry('2025-10'), undefined],
  ['deleted of October too early', 1, { '2025-10': 6, '2025-11': 4 }, expiry('2025-10') - 1, '2025-10'],
  ['deleted of November too early', 7, { '2025-11': 4, '2025-10': 6 }, expiry('2025-10'), '2025-11'],
  ['deleted of both in time', 10, { '2025-10': 6, '2025-11': 4 }, expiry('2025-11'), undefined],
  // These rows don't count every record, so only the newest month is certain, and only if nothing is left.
  ['left the last record', 9, { '2025-10': 3, '2025-11': 4 }, expiry('2025-10'), undefined],
  ['deleted even the last record', 10, { '2025-10': 3, '2025-11': 4 }, expiry('2025-10'), '2025-11'],
])('a server that %s', (_, deleted, months, now, month) => {
  const rows = saved(months as Record<string, number>);
  expect(summaryFaults(chain(deleted), rows, 365, now)).toEqual(
    month ? [`Records of ${month} were deleted before their 365 days were over.`] : [],
  );
});
