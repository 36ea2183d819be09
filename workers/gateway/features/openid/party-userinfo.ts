import { authenticationFailedError, requireBearer } from '../../../core/protocol/bearer.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { userOf } from '../../objects/gateway-objects.ts';
import { openIdToken } from '../../settings/gateway-sealed-types.ts';
import type { OpenIdContext } from './party-settings.ts';
import { releasedClaims } from './released-claims.ts';

/**
 * Userinfo endpoint (OpenID Connect Core 1.0 §5.3). The endpoint returns claims only while the session is live.
 */
export async function partyUserinfo(context: OpenIdContext): Promise<Response> {
  const { request, env, now } = context;
  const token = await openIdToken.open(env.KEYS, await requireBearer(request), now);
  if (token === undefined) throw authenticationFailedError();
  const { plid, id } = token;
  const reading = userOf(env, plid).openIdLogin(id, now);
  const found = await callObject('reading a login of OpenID Connect', reading);
  const party = env.OPENID_CLIENTS.find((known) => known.id === found?.login.client_id);
  if (found === undefined || party === undefined) throw authenticationFailedError();
  context.note({ client_id: party.id });
  return Response.json(await releasedClaims(context, party, plid, found));
}
