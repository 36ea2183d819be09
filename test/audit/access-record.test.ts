import { expect, test } from 'vitest';
import { type AccessRecord, canonicalRecord, firstPrevious } from '../../workers/audit/access-record.ts';

const record: AccessRecord = {
  sequence: 1,
  previous: firstPrevious,
  at: 1_800_000_000,
  operator: 'support',
  action: 'people show',
  by: 'plid',
  people: ['p1'],
  request: 'r1',
};

test("a record's canonical form does not depend on the order in which its members were stored", () => {
  const reordered = Object.fromEntries(Object.entries(record).toReversed()) as never;
  expect(canonicalRecord(reordered)).toBe(canonicalRecord(record));
  expect(Object.keys(JSON.parse(canonicalRecord(record)))).toEqual(Object.keys(record).toSorted());
});
