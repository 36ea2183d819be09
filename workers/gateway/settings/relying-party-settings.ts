import { openIdKeySetting } from '../../openid/openid-keys.ts';
import { relyingPartiesSetting } from './relying-parties.ts';

/** The settings of OpenID Connect for the workers that sign tokens. */
export const relyingPartySettings = {
  /** The relying parties, as JSON. If no relying parties are set, OpenID Connect is off. */
  OPENID_CLIENTS: relyingPartiesSetting,
  /** Signs id_tokens and logout_tokens (`id:rsa.ec,…`: openid/openid-keys.ts). */
  OPENID_KEY: openIdKeySetting,
} as const;
