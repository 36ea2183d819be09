import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import type { StoredPhone } from '../../objects/phone-tables.ts';
import { type PhonesEnv, phoneOf } from '../../objects/phones.ts';

/** Context of a request from a carrier, or from the operator on behalf of all carriers. */
export type CarriersContext<Env> = Pick<Context<Env>, 'env' | 'now' | 'log'> & {
  /** The carrier of the token. Undefined for a token of all carriers. */
  scope: CarrierCode | undefined;
};

/**
 * Returns the plid of a number's owner.
 * @returns undefined if the number has no owner, or the latest approval didn't come through the calling carrier.
 * @throws {ProtocolError} `unavailable`.
 */
export async function resolveSubscriber(
  { env, scope, log }: CarriersContext<PhonesEnv>,
  phoneNo: string,
): Promise<string | undefined> {
  const phone = await phoneOf(env, phoneNo);
  if (scope === undefined) return callObject('finding the owner of a phone', phone.plid());
  const stored = await callObject<StoredPhone | undefined>('finding the owner of a phone', phone.stored());
  const { plid, carrier } = stored?.registration ?? {};
  if (plid === undefined || carrier === scope) return plid;
  log('warn', { operation: 'reaching a number', carrier: scope, reached: false });
  return undefined;
}
