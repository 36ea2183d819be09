import type { CarrierCall } from '../../../core/carrier/port.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import { isTimeout } from '../../../core/storage/call-with-timeout.ts';
import { disabledCarrierMessage } from '../../carriers/disabled-carrier.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';

/** The error for an unusable response from a carrier. */
export class MalformedAnswer extends Error {}

interface Asked {
  call: CarrierCall;
  /** The carrier that is called. */
  carrier: CarrierCode;
}

/**
 * Waits for a call to a carrier. The log line of the HTTP request contains the carrier and the call's duration. A
 * failed call is also logged as a separate event, because each carrier can fail independently of other carriers.
 * @throws The failure of the call.
 */
export async function logCarrierCall<Answer>(
  context: SignInContext,
  { call, carrier }: Asked,
  asking: Promise<Answer>,
): Promise<Answer> {
  const started = Date.now();
  try {
    return await asking;
  } catch (failure) {
    const { client_id } = context.application;
    serviceEvents.record(context, 'carrier_failed', { client_id, carrier, call, kind: kindOf(failure) });
    throw failure;
  } finally {
    context.note({ carrier, call, carrier_milliseconds: Date.now() - started });
  }
}

function kindOf(failure: unknown): 'timeout' | 'malformed' | 'switched_off' | 'error' {
  if (isTimeout(failure)) return 'timeout';
  if (failure instanceof MalformedAnswer) return 'malformed';
  const isOff = failure instanceof Error && failure.message.startsWith(disabledCarrierMessage);
  return isOff ? 'switched_off' : 'error';
}
