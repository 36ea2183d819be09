import * as v from 'valibot';
import { type Delivery, deliver } from '../../core/http/delivery.ts';
import { readSettings } from '../../core/worker/settings.ts';
import { logoutMessage, readLogoutRejection } from '../../openid/logout-message.ts';
import { signLogoutToken } from '../../openid/logout-token.ts';
import { relyingPartySettings } from '../settings/relying-party-settings.ts';
import type { PartySession } from './user-tables.ts';

const settings = v.object(relyingPartySettings);

/**
 * Signs a logout_token and sends it to the address that is currently set for its relying party. @param now in
 * seconds since 1970.
 * @returns `unwanted` if the relying party was removed or no longer receives logout_tokens. @throws if there is no
 * response, or if the settings are invalid. The caller must retry later.
 */
export async function deliverLogout(
  env: object,
  { client_id, issuer, subject, sid, jti }: PartySession & { jti: string },
  now: number,
): Promise<{ outcome: 'unwanted' } | Delivery> {
  const { OPENID_CLIENTS, OPENID_KEY = [] } = readSettings(settings, env);
  const party = OPENID_CLIENTS.find(({ id }) => id === client_id);
  if (party?.backchannel_logout_uri === undefined) return { outcome: 'unwanted' };
  const logout = { issuer, audience: client_id, subject, sid, jti };
  const token = await signLogoutToken(OPENID_KEY, party.alg, logout, now);
  return deliver(logoutMessage(party.backchannel_logout_uri, token), readLogoutRejection, now);
}
