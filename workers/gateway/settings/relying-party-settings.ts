import { openIdKeySetting } from '../../openid/openid-keys.ts';
import { relyingPartiesSetting } from './relying-parties.ts';

/** The settings of OpenID Connect for the workers that sign tokens. */
export const relyingPartySettings = {
  /**
   * Relying parties of OpenID Connect, as JSON of at most 5 KB. Add one with `npx plid-admin relying-parties
   * create`. Empty: off.
   */
  OPENID_CLIENTS: relyingPartiesSetting,
  /**
   * Private keys (RSA 2048 and P-256) that sign id_tokens and logout_tokens. Never use the service's keys.
   * Optional.
   *
   * `id:rsa.ec,…`: see openid/openid-keys.ts.
   */
  OPENID_KEY: openIdKeySetting,
} as const;
