import * as v from 'valibot';
import { openIdKeySetting } from '../../core/openid/openid-keys.ts';

export const schema = v.object({
  /**
   * Signs id_tokens and logout_tokens (`id:rsa.ec,…`, see core/openid/openid-keys.ts). Without this key, OpenID
   * Connect is off.
   */
  OPENID_KEY: openIdKeySetting,
});
