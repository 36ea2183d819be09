import * as v from 'valibot';
import { openIdKeySetting } from '../../core/openid/openid-keys.ts';

export const schema = v.object({
  /**
   * Signs id_tokens and logout_tokens (`id:rsa.ec,…`: core/openid/openid-keys.ts). Without it, OpenID Connect is
   * off.
   */
  OPENID_KEY: openIdKeySetting,
});
