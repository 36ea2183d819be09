import * as v from 'valibot';
import type { Context } from '../../../core/worker/endpoint.ts';
import { numberedKeySetting } from '../../../core/worker/key-settings.ts';
import { pick } from '../../../core/worker/settings.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { pageSettings } from '../../settings/page-settings.ts';
import { relyingPartySettings } from '../../settings/relying-party-settings.ts';

const entries = v.object({
  ...pick(bindings, 'KEYS', 'GATEWAY_ORIGIN', 'HSTS_SUBDOMAINS', 'REQUEST_LIMIT', 'SESSIONS'),
  ...pick(bindings, 'LOCATION_HINT', 'USER'),
  ...pageSettings,
  ...relyingPartySettings,
  /**
   * Makes the `sub` of a user at each relying party. Never change it: with another key, every user is new there.
   * Keep a copy.
   *
   * The `sub` is pairwise.
   */
  OPENID_SUBJECT_KEY: v.optional(numberedKeySetting),
});

export const schema = v.pipe(
  entries,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.OPENID_CLIENTS.length === 0) return;
    for (const key of ['OPENID_KEY', 'OPENID_SUBJECT_KEY'] as const) {
      if (dataset.value[key] !== undefined) continue;
      addIssue({
        message: 'is not set, and OPENID_CLIENTS needs it; `npx plid-admin deploy` creates it',
        path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: undefined }],
      });
    }
  }),
);
export type OpenIdEnv = v.InferOutput<typeof schema>;
export type OpenIdContext = Context<OpenIdEnv>;
