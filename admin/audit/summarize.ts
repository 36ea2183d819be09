import * as v from 'valibot';
import { monthInKorea } from '../korean-time.ts';
import type { AccessRecord } from './chain.ts';

/** The number of an operator's accesses of one kind in one month. */
export const summaryRows = v.array(
  v.object({
    /** Month in Korea, such as `2026-11`. */
    month: v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)),
    operator: v.string(),
    action: v.string(),
    records: v.number(),
    /** Number of different users whose data was accessed. */
    people: v.number(),
    /** Number of records without a reason. */
    withoutReason: v.number(),
  }),
);
export type SummaryRow = v.InferOutput<typeof summaryRows>[number];

/** Summarizes records by month, operator, and action, in this order. */
export function summarize(records: readonly AccessRecord[]): SummaryRow[] {
  const keyOf = ({ at, operator, action }: AccessRecord) =>
    JSON.stringify([monthInKorea(at), operator, action]);
  return [...Map.groupBy(records, keyOf)]
    .map(([key, group]): SummaryRow => {
      const [month, operator, action] = JSON.parse(key);
      return {
        month,
        operator,
        action,
        records: group.length,
        people: new Set(group.flatMap(({ people }) => people)).size,
        withoutReason: group.filter(({ reason }) => reason === undefined).length,
      };
    })
    .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

const sortKey = ({ month, operator, action }: SummaryRow) => `${month} ${operator} ${action}`;
