import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';

type EventName =
  | 'name_guessing'
  | `sign_in_${'requested' | 'started' | 'mismatched' | 'unconfirmed' | 'unregistered' | 'underage' | 'locked' | 'denied' | 'expired' | 'cancelled'}`;

/** An event about a request to a phone, and the carrier if it is known. */
export interface PhoneEvent {
  name: EventName;
  telcoCd?: CarrierCode | undefined;
}

/** Logs an event about a request to a phone. */
export function logPhoneEvent(
  context: AuthorizeContext,
  client_id: string,
  { name, telcoCd }: PhoneEvent,
): void {
  serviceEvents.record(context, name, { client_id, carrier: telcoCd });
}
