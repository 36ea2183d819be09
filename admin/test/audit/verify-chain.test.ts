import { describe, expect, test } from 'vitest';
import {
  type AccessRecord as CoreRecord,
  canonicalRecord,
  firstPrevious,
  recordHash,
} from '../../../workers/audit/access-record.ts';
import type { Chain } from '../../audit/chain.ts';
import type { SavedChain } from '../../audit/saved-chain.ts';
import { summarize } from '../../audit/summarize.ts';
import { compareWithSaved, findChainFaults, isComparable } from '../../audit/verify-chain.ts';

const day = 86_400;
const now = Date.parse('2027-01-15T12:00:00+09:00') / 1000;

/** A chain of records at these ages in days, as an attacker can write it too: every hash is right. */
async function chainOf(ages: number[], days = 365, anchor = { sequence: 0, hash: firstPrevious }) {
  const records: Chain['records'] = [];
  let last = anchor;
  for (const age of ages) {
    const record = {
      ...{ at: now - age * day, operator: 'kim', action: 'people show', people: [], request: 'r' },
      ...{ sequence: last.sequence + 1, previous: last.hash },
    };
    const hash = await recordHash(canonicalRecord(record as CoreRecord));
    records.push({ ...record, hash });
    last = { sequence: record.sequence, hash };
  }
  return { records, anchor, days, count: last.sequence, head: last.hash } satisfies Chain;
}

const origin = 'https://login.example.com';
const exportOf = (chain: Chain): SavedChain => ({ ...chain, origin });
const summaryOf = (chain: Chain): SavedChain => ({
  ...chain,
  origin,
  records: [],
  months: summarize(chain.records),
});

/** What the server shows after the records up to a sequence were erased: the true anchor, and newer records. */
async function erased(chain: Chain, sequence: number, days: number, newer: number[]): Promise<Chain> {
  const anchor = { sequence, hash: chain.records[sequence - 1]?.hash ?? '' };
  const kept = chain.records.slice(sequence);
  const added = await chainOf(newer, days, { sequence: chain.count, hash: chain.head });
  return { ...added, anchor, records: [...kept, ...added.records] };
}

const ages = [150, 149, 120, 100, 80, 60, 50, 40, 30, 20, 10, 5];

describe('records that were erased before their time', () => {
  test.each<[string, number, number[]]>([
    ['the server states that it stores them for 365 days', 365, [1, 0]],
    ['the server states 0 days', 0, [1, 0]],
    ['the server states −1e9 days', -1e9, [1, 0]],
    ['the server states a fraction', 0.5, [1, 0]],
    ["the server's newest record is of the year 2099", 365, [1, -26_000]],
    ['the server has no other record', 365, []],
  ])('are noticed if %s', async (_, days, newer) => {
    const before = await chainOf(ages);
    for (const sequence of [1, 6, 12]) {
      const live = await erased(before, sequence, days, newer);
      for (const saved of [exportOf(before), summaryOf(before)])
        expect(compareWithSaved(live, saved, now), `${sequence} ${saved.records.length}`).toContainEqual(
          expect.stringMatching(/deleted before (?:its|their) 365 days were over/),
        );
    }
  });

  test('are measured by the longest retention time that is known', async () => {
    const before = await chainOf([500, 400, 10]);
    const live = await erased(before, 2, 365, []);
    expect(compareWithSaved(live, exportOf(before), now)).toEqual([]);
    expect(compareWithSaved(live, exportOf({ ...before, days: 730 }), now)).toHaveLength(2);
    expect(compareWithSaved({ ...live, days: 730 }, exportOf(before), now)).toHaveLength(2);
  });

  test("aren't a fault after their time, with both forms of file", async () => {
    const before = await chainOf([800, 700, 400, 10]);
    const live = await erased(before, 3, 365, [0]);
    expect(await findChainFaults(live, now)).toEqual([]);
    for (const saved of [exportOf(before), summaryOf(before)]) {
      expect(compareWithSaved(live, saved, now)).toEqual([]);
      expect(isComparable(live, saved)).toBe(true);
    }
  });
});

test('a file whose records have all expired shows nothing', async () => {
  const before = await chainOf([800, 700]);
  const live = await chainOf([20, 1], 365, { sequence: 9, hash: before.head });
  for (const saved of [exportOf(before), summaryOf(before)])
    expect([compareWithSaved(live, saved, now), isComparable(live, saved)]).toEqual([[], false]);
});

describe('the times of records', () => {
  test.each<[string, number[], string | undefined]>([
    ['may be equal', [2, 1, 1], undefined],
    ['may be five minutes ahead', [1, -300 / day], undefined],
    ['may not be further ahead', [1, -301 / day], 'Record 2 is dated in the future.'],
    ['may not fall', [2, 1, 1.5], 'Record 3 is dated before record 2.'],
  ])('%s', async (_, given, fault) => {
    expect(await findChainFaults(await chainOf(given), now)).toEqual(fault === undefined ? [] : [fault]);
  });
});

test.each([0, -1e9, 364, 365.5, Number.MAX_VALUE])('a retention time of %d days is a fault', async (days) => {
  expect(await findChainFaults(await chainOf([1], days), now)).toEqual([
    `The server states that it stores records for ${days} days, but plid allows no fewer than 365.`,
  ]);
});
