import type { Outcome } from '../../../core/carrier/port.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { DenialCause } from '../../objects/phone-tables.ts';
import type { phoneOf } from '../../objects/phones.ts';

/**
 * Returns the cause of a denial, or undefined if a wrong number was chosen. If the carrier reports no reason, the
 * user is assumed to have denied the request.
 */
export function denialCause({ why }: Extract<Outcome, { status: 'denied' }>): DenialCause | undefined {
  if (why === 'wrong_number') return undefined;
  return why === 'blocked' ? 'blocked' : 'not me';
}

/**
 * Counts a denial. @param id ID under which the phone number's Durable Object stores the request. @throws
 * {ProtocolError} `unavailable`.
 */
export const countDenial = (
  phone: Awaited<ReturnType<typeof phoneOf>>,
  id: string,
  cause: DenialCause | undefined,
  now: number,
): Promise<void> => callObject('counting a denial', phone.denied(id, cause, now));
