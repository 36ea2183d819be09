import * as v from 'valibot';
import { ProtocolError } from '../core/protocol/errors.ts';
import { queryParameters } from '../core/protocol/parameters.ts';
import * as refusals from '../core/protocol/refusals.ts';
import { callObject } from '../core/storage/call-with-timeout.ts';
import type { OperatorContext } from '../core/worker/operator-token.ts';
import type { RecordPage } from './access-records.ts';
import { type AccessEnv, type AccessRecorder, accessRecordsOf } from './record-access.ts';

const whole = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

/** The parameters of a reading. Times are in seconds since 1970. */
const reading = v.object({
  /** What the records are read for, which is recorded. */
  for: v.optional(v.picklist(['list', 'export', 'summary', 'verify']), 'list'),
  after: v.optional(whole, '0'),
  to: v.optional(whole),
  since: v.optional(whole, '0'),
  until: v.optional(whole),
});

/**
 * Returns a page of access records. The reading itself is recorded first, so the first page of an export contains
 * its own record. @throws {ProtocolError} `invalid_item`, `access_not_recorded`, `unavailable`.
 */
export async function readAccessRecords<Env extends AccessEnv>(
  context: OperatorContext<Env>,
  half: 'service' | 'gateway',
  recordAccess: AccessRecorder,
): Promise<RecordPage> {
  const query = queryParameters(context.url).several(Object.keys(reading.entries));
  const result = v.safeParse(reading, query);
  if (!result.success)
    throw new ProtocolError(refusals.invalid_item, { item: v.getDotPath(result.issues[0]) ?? '' });
  const { for: purpose, after, to, since, until } = result.output;
  await recordAccess(context, { action: `audit ${purpose}`, plids: [] });
  const page = accessRecordsOf(context.env, half).page({ after, to, since, until });
  return callObject<RecordPage>('reading access records', page);
}
