import { WorkerEntrypoint } from 'cloudflare:workers';
import * as v from 'valibot';
import { openIdKeySetting } from '../../core/openid/openid-keys.ts';
import { readSettings } from '../../core/worker/settings.ts';
import type { OpenIdEntrypoint } from '../shared/openid-entrypoint.ts';

const settings = v.object({ OPENID_KEY: openIdKeySetting });

/** Tells the worker that registers applications whether there is OpenID Connect: the keys stay in this worker. */
export class OpenId extends WorkerEntrypoint implements OpenIdEntrypoint {
  /** @throws {ProtocolError} `settings` where OPENID_KEY is malformed. */
  async isSetUp(): Promise<boolean> {
    return readSettings(settings, this.env).OPENID_KEY !== undefined;
  }
}
