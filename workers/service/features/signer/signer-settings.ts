import * as v from 'valibot';
import { openIdKeySetting } from '../../../openid/openid-keys.ts';

export const schema = v.object({
  /**
   * The keys that sign id_tokens and logout_tokens (`id:rsa.ec,…`, see openid/openid-keys.ts). Without this
   * setting, OpenID Connect is off.
   */
  OPENID_KEY: openIdKeySetting,
});
