import type { ProtocolError } from '../../../core/protocol/errors.ts';
import type { PhoneEvent } from './phone-event.ts';

/**
 * The outcome if no phone is asked, because a limit is reached, an unknown caller must pass a challenge, or the carrier
 * hasn't confirmed the entries. The form is shown again with the reason.
 */
export interface RefusedRequest {
  readonly refused: ProtocolError;
  readonly events?: readonly PhoneEvent[];
}
