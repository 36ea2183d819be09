import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';
import { serviceEvents } from '../../shared/service-events.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';

type RequestEvent =
  | 'name_guessing'
  | `sign_in_${'requested' | 'started' | 'mismatched' | 'unconfirmed' | 'unregistered' | 'underage' | 'locked' | 'denied' | 'expired' | 'cancelled'}`;

/** Logs an event about a request to a phone. */
export function logPhoneRequest(
  context: SignInContext,
  event: RequestEvent,
  { telcoCd }: { telcoCd?: CarrierCode } = {},
): void {
  serviceEvents.record(context, event, { client_id: context.application.client_id, carrier: telcoCd });
}
