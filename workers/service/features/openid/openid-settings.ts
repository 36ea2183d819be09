import * as v from 'valibot';
import type { Context } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { operatorSettings } from '../../settings/operator-settings.ts';
import { bindings } from '../../settings/service-bindings.ts';

export const schema = v.object({
  ...pick(
    bindings,
    'KEYS',
    'BASE_URL',
    'APPLICATIONS',
    'LOCATION_HINT',
    'ACCOUNT',
    'SIGNER',
    'HSTS_SUBDOMAINS',
  ),
  ...operatorSettings,
});
export type OpenIdEnv = v.InferOutput<typeof schema>;
export type OpenIdContext = Context<OpenIdEnv>;
