import * as v from 'valibot';

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const head = v.object({ sequence: v.number(), hash });

/** A record as the server returns it. Unknown members of later releases are kept, because the hash covers them. */
export const hashedRecord = v.looseObject({
  sequence: v.number(),
  at: v.number(),
  operator: v.string(),
  action: v.string(),
  by: v.exactOptional(v.string()),
  people: v.array(v.string()),
  reason: v.exactOptional(v.string()),
  client_id: v.exactOptional(v.string()),
  address: v.exactOptional(v.string()),
  request: v.string(),
  previous: hash,
  hash,
});

/** The state of a chain that a summary or the last line of an export contains. */
export const chainState = {
  /** Number of records that were ever written. */
  count: v.number(),
  /** Hash of the last record. */
  head: hash,
  /** The last deleted record; its sequence is 0 if no record was deleted. */
  anchor: head,
  /** Number of days after which a record is deleted. */
  days: v.number(),
};

const state = v.object(chainState);

export type AccessRecord = v.InferOutput<typeof hashedRecord>;
/** Records in order, and the state of their chain. */
export interface Chain extends v.InferOutput<typeof state> {
  records: AccessRecord[];
}
