import { publicDocument } from '../../../core/http/public-document.ts';
import { discoveryDocument } from '../../../openid/discovery.ts';
import { publicKeysOf } from '../../../openid/openid-keys.ts';
import type { OpenIdContext } from './party-settings.ts';

/** Documents that relying parties fetch themselves. */

/**
 * Returns the issuer's URL. All endpoints are below this URL, so that they don't conflict with paths of the
 * application. @param origin of the gateway.
 */
export const issuerAt = (origin: string): string => `${origin}/auth/oidc`;

/** The discovery document (OpenID Connect Discovery 1.0 §3). @param origin of the gateway. */
export const gatewayProviderMetadata = (origin: string) => ({
  ...discoveryDocument(issuerAt(origin), endpoints, { subject: 'pairwise', claims: ['updated_at', 'sid'] }),
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
});

const endpoints = {
  authorization_endpoint: '/authorize',
  token_endpoint: '/token',
  userinfo_endpoint: '/userinfo',
  end_session_endpoint: '/logout',
  jwks_uri: '/jwks.json',
};

/** Serves the discovery document. The document's addresses come from settings, never from the request. */
export const serveDiscovery = ({ env }: OpenIdContext): Response =>
  publicDocument(gatewayProviderMetadata(env.GATEWAY_ORIGIN));

/** The public keys of the id_token signing keys. */
export const serveKeys = async ({ env }: OpenIdContext): Promise<Response> =>
  publicDocument(await publicKeysOf(env.OPENID_KEY ?? []));
