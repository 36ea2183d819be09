import type * as v from 'valibot';
import type { AccessEnv } from '../../../audit/record-access.ts';
import { readJson } from '../../../core/protocol/json.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import type { OperatorContext } from '../../../core/worker/operator-token.ts';
import type { PhonesEnv } from '../../objects/phones.ts';
import { isSystemToken } from '../../settings/operator-tokens.ts';
import { recordAccess } from '../access/service-access.ts';
import { resolveSubscriber } from './resolve-subscriber.ts';

/**
 * Reads a request about a subscriber. A request with an operator's token is recorded as an access,
 * before anything is returned or changed. Requests of carriers' systems aren't an operator's access. @throws
 * {ProtocolError} `invalid_item`, `access_not_recorded`, `unavailable`.
 */
export async function readSubscriber<Schema extends v.GenericSchema<unknown, { phoneNo: string }>>(
  context: OperatorContext<PhonesEnv & AccessEnv, CarrierCode>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { request, scope, token, url } = context;
  const sent = await readJson(request, schema);
  if (scope !== undefined || isSystemToken(token)) return sent;
  const plid = await resolveSubscriber(context, sent.phoneNo);
  const route = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  const plids = plid === undefined ? [] : [plid];
  await recordAccess(context, { action: `subscribers ${route}`, by: 'phoneNo', plids });
  return sent;
}
