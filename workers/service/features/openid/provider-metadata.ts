import { publicDocument } from '../../../core/http/public-document.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callWorker } from '../../../core/storage/call-with-timeout.ts';
import { discoveryDocument } from '../../../openid/discovery.ts';
import type { OpenIdContext } from './openid-settings.ts';

/** Documents that relying parties fetch themselves. They return 404 if there is no `OPENID_KEY`. */

/**
 * Returns the service's endpoints and capabilities (OpenID Connect Discovery 1.0 §4). The addresses come from
 * settings, never from the request.
 */
export async function serveProviderMetadata({ env }: OpenIdContext): Promise<Response> {
  await readKeys(env);
  return publicDocument({ ...discoveryDocument(env.BASE_URL, paths), ...backChannel });
}

const paths = {
  authorization_endpoint: '/oauth2/authorize',
  pushed_authorization_request_endpoint: '/oauth2/par',
  token_endpoint: '/oauth2/openid/token',
  userinfo_endpoint: '/oauth2/userinfo',
  end_session_endpoint: '/oauth2/openid/logout',
  jwks_uri: '/oauth2/openid/jwks.json',
};

/**
 * Capabilities for back-channel logout. A sign-out ends all sessions of a user, because the service has no session
 * ids for logout_tokens (OpenID Connect Back-Channel Logout 1.0 §2.1).
 */
const backChannel = {
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: false,
};

/** Returns the public keys for id_tokens and logout_tokens. */
export async function serveOpenIdKeys({ env }: OpenIdContext): Promise<Response> {
  return publicDocument(await readKeys(env));
}

/** Returns the public keys. @throws {ProtocolError} `not_found` if there is no key. */
async function readKeys({ SIGNER }: OpenIdContext['env']) {
  const published = await callWorker('asking for the keys of OpenID Connect', SIGNER.publicKeys());
  if (published.keys.length === 0) throw new ProtocolError(refusals.not_found);
  return published;
}
