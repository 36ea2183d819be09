import type { CarrierCode } from '../../../packages/plid/protocol/user-record.ts';
import { callObject } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { StoredPhone } from '../objects/phone-tables.ts';
import { type PhonesEnv, phoneOf } from '../shared/phones.ts';

/** The request of a carrier, or of the operator for all of them. */
export type CarriersContext<Env> = Pick<Context<Env>, 'env' | 'now' | 'log'> & {
  /** The carrier whose token it came with; undefined for one of all carriers. */
  scope: CarrierCode | undefined;
};

/**
 * The plid of a number's owner; undefined where it has none, and where the caller is a carrier through which the latest approval did not come.
 * An object that still runs release 0.2 knows no network: no carrier's own token reaches it. @throws {ProtocolError} `unavailable`.
 */
export async function resolveSubscriber(
  { env, scope, log }: CarriersContext<PhonesEnv>,
  phoneNo: string,
): Promise<string | undefined> {
  const phone = await phoneOf(env, phoneNo);
  if (scope === undefined) return callObject('finding the owner of a phone', phone.plid());
  const stored = await callObject<StoredPhone | undefined>('finding the owner of a phone', phone.stored());
  const { plid, network } = stored?.registration ?? {};
  if (plid === undefined || network === scope) return plid;
  log('warn', { operation: 'reaching a number', carrier: scope, reached: false });
  return undefined;
}
