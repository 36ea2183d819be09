import { ProtocolError } from '../../../core/protocol/errors.ts';
import { callWorker } from '../../../core/storage/call-with-timeout.ts';
import type { FieldValues } from '../../registry/application-fields.ts';
import type { EventKeysEntrypoint } from '../../settings/event-keys.ts';
import type { SignerEntrypoint } from '../../settings/signer-entrypoint.ts';
import * as operatorRefusals from '../access/operator-refusals.ts';

interface KeyHolders {
  EVENT_KEYS: EventKeysEntrypoint;
  SIGNER: Pick<SignerEntrypoint, 'publicKeys'>;
}

/**
 * Requires the signing keys for the events and OpenID Connect features that an application requests. Without
 * `EVENT_KEY`, an account can't send any event, including sign-out events. @throws {ProtocolError}
 * `events_not_set_up` or `openid_not_set_up` if the service doesn't have the required key.
 */
export async function requireSigningKeys(
  { EVENT_KEYS, SIGNER }: KeyHolders,
  { events, openid, openid_logout }: Partial<Pick<FieldValues, 'events' | 'openid' | 'openid_logout'>>,
): Promise<void> {
  if (events || openid_logout) {
    const { keys } = await callWorker('asking for the keys of events', EVENT_KEYS.publicKeys());
    if (keys.length === 0) throw new ProtocolError(operatorRefusals.events_not_set_up);
  }
  if (!openid) return;
  const { keys } = await callWorker('asking for the keys of OpenID Connect', SIGNER.publicKeys());
  if (keys.length === 0) throw new ProtocolError(operatorRefusals.openid_not_set_up);
}
