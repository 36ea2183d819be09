import * as v from 'valibot';
import { openIdKeySetting } from '../../../openid/openid-keys.ts';

export const schema = v.object({
  /**
   * Private keys (RSA 2048 and P-256) that sign id_tokens and logout_tokens. The first pair signs, and all
   * public keys are published. Without it, OpenID Connect is off.
   *
   * `id:rsa.ec,…`: see openid/openid-keys.ts.
   */
  OPENID_KEY: openIdKeySetting,
});
