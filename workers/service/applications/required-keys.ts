import { ProtocolError } from '../../core/protocol/errors.ts';
import { callWorker } from '../../core/storage/outages.ts';
import type { StoredFields } from '../shared/application-fields.ts';
import type { EventKeysEntrypoint } from '../shared/event-keys.ts';
import type { OpenIdEntrypoint } from '../shared/openid-entrypoint.ts';
import * as operatorRefusals from '../shared/operator-refusals.ts';

interface KeyHolders {
  EVENT_KEYS: EventKeysEntrypoint;
  OPENID: OpenIdEntrypoint;
}

/** @throws {ProtocolError} `events_not_set_up`, `openid_not_set_up` if an application asks for what this service has no key to sign. */
export async function requireKeys(
  { EVENT_KEYS, OPENID }: KeyHolders,
  { events, openid }: Partial<Pick<StoredFields, 'events' | 'openid'>>,
): Promise<void> {
  if (events) {
    const { keys } = await callWorker('asking for the keys of events', EVENT_KEYS.publicKeys());
    if (keys.length === 0) throw new ProtocolError(operatorRefusals.events_not_set_up);
  }
  if (openid && !(await callWorker('asking for the keys of OpenID Connect', OPENID.isSetUp())))
    throw new ProtocolError(operatorRefusals.openid_not_set_up);
}
