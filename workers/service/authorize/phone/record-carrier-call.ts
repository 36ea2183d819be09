import type { CarrierCall } from '../../../../packages/plid/carrier/port.ts';
import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';
import { isTimeout } from '../../../core/storage/call-with-timeout.ts';
import { disabledCarrierMessage } from '../../shared/disabled-carrier.ts';
import { serviceEvents } from '../../shared/service-events.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';

/** A carrier has answered what cannot be used. */
export class MalformedAnswer extends Error {}

interface Asked {
  call: CarrierCall;
  /** Undefined for a request of the release before. */
  carrier?: CarrierCode | undefined;
}

/**
 * Waits for a call to a carrier. The request's line says whom it was to, and how long it took; a call that fails is an event besides, since
 * the carriers fail one by one.
 * @throws what the call throws.
 */
export async function recordCarrierCall<Answer>(
  context: SignInContext,
  { call, carrier }: Asked,
  asking: Promise<Answer>,
): Promise<Answer> {
  const began = Date.now();
  try {
    return await asking;
  } catch (failure) {
    const { client_id } = context.application;
    serviceEvents.record(context, 'carrier_failed', { client_id, carrier, call, kind: kindOf(failure) });
    throw failure;
  } finally {
    context.note({ carrier, call, carrier_milliseconds: Date.now() - began });
  }
}

function kindOf(failure: unknown): 'timeout' | 'malformed' | 'switched_off' | 'error' {
  if (isTimeout(failure)) return 'timeout';
  if (failure instanceof MalformedAnswer) return 'malformed';
  const isOff = failure instanceof Error && failure.message.startsWith(disabledCarrierMessage);
  return isOff ? 'switched_off' : 'error';
}
