import { describeOpenId } from '../../core/openid/discovery.ts';
import { publicKeysOf } from '../../core/openid/openid-keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { OpenIdContext } from './openid-settings.ts';

/** The documents that relying parties read by themselves. Without an OPENID_KEY there is nothing to describe: 404. */

/** Where everything is, and what there is (OpenID Connect Discovery 1.0 §4). Its addresses come from the settings, never from the request. */
export function describeProvider({ env }: OpenIdContext): Response {
  requireKey(env);
  return Response.json(describeOpenId(env.BASE_URL, paths));
}

const paths = {
  authorization_endpoint: '/oauth2/authorize',
  pushed_authorization_request_endpoint: '/oauth2/par',
  token_endpoint: '/oauth2/openid/token',
  userinfo_endpoint: '/oauth2/userinfo',
  end_session_endpoint: '/oauth2/openid/logout',
  jwks_uri: '/oauth2/openid/jwks.json',
};

/** The keys that sign id_tokens, and no others. */
export async function listKeys({ env }: OpenIdContext): Promise<Response> {
  return Response.json(await publicKeysOf(requireKey(env)));
}

/** @throws {ProtocolError} `not_found` where there is none. */
function requireKey({ OPENID_KEY }: OpenIdContext['env']) {
  if (OPENID_KEY === undefined) throw new ProtocolError(refusals.not_found);
  return OPENID_KEY;
}
