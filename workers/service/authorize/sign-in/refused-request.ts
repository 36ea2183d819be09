import type { ProtocolError } from '../../../core/protocol/errors.ts';
import type { PhoneEvent } from './phone-event.ts';

/**
 * The outcome if no phone is asked, because a limit is reached, an unknown caller must pass a challenge, or the carrier
 * hasn't confirmed the entries. The form is shown again with the reason.
 */
export class RefusedRequest {
  readonly reason: ProtocolError;
  readonly events: readonly PhoneEvent[];

  constructor(reason: ProtocolError, events: readonly PhoneEvent[] = []) {
    this.reason = reason;
    this.events = events;
  }
}
