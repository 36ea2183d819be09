import * as v from 'valibot';
import { openIdKeySetting } from '../../core/openid/openid-keys.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { pick } from '../../core/worker/settings.ts';
import { bindings } from '../shared/service-bindings.ts';

export const schema = v.object({
  ...pick(bindings, 'KEYS', 'BASE_URL', 'APPLICATIONS', 'LOCATION_HINT', 'ACCOUNT', 'HSTS_SUBDOMAINS'),
  /** Signs id_tokens (`id:rsa.ec,…`: core/openid/openid-keys.ts). Without it there is no OpenID Connect. */
  OPENID_KEY: openIdKeySetting,
});
export type OpenIdContext = Context<v.InferOutput<typeof schema>>;
