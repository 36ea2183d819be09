import { WorkerEntrypoint } from 'cloudflare:workers';
import * as v from 'valibot';
import { readSettings } from '../../../core/worker/settings.ts';
import {
  type EventKeysEntrypoint,
  eventKeySetting,
  type PublicKeys,
  publicKeysOf,
} from '../../settings/event-keys.ts';

const settings = v.object({ EVENT_KEY: eventKeySetting });

/**
 * Returns the public keys of `EVENT_KEY` to workers that publish these keys or check whether the setting exists.
 * The private keys stay in this worker.
 */
export class EventKeys extends WorkerEntrypoint implements EventKeysEntrypoint {
  /** @throws {ProtocolError} `settings` if `EVENT_KEY` is malformed. */
  async publicKeys(): Promise<PublicKeys> {
    return publicKeysOf(readSettings(settings, this.env).EVENT_KEY ?? []);
  }
}
