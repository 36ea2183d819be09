import { publicDocument } from '../../core/http/public-document.ts';
import { discoveryDocument } from '../../core/openid/discovery.ts';
import { publicKeysOf } from '../../core/openid/openid-keys.ts';
import type { OpenIdContext } from './party-settings.ts';

/** The documents that relying parties read by themselves. */

/** Everything is below it, so that it shadows nothing of an application. @param origin of the gateway. */
export const issuerAt = (origin: string): string => `${origin}/auth/oidc`;

/** The description of the provider (OpenID Connect Discovery 1.0 §3). @param origin of the gateway. */
export const providerAt = (origin: string) =>
  discoveryDocument(issuerAt(origin), endpoints, { subject: 'pairwise', claims: ['updated_at'] });

const endpoints = {
  authorization_endpoint: '/authorize',
  token_endpoint: '/token',
  userinfo_endpoint: '/userinfo',
  end_session_endpoint: '/logout',
  jwks_uri: '/jwks.json',
};

/** Its addresses come from the settings, never from the request. */
export const describeProvider = ({ env }: OpenIdContext): Response =>
  publicDocument(providerAt(env.GATEWAY_ORIGIN));

/** The keys that sign id_tokens, and no others. */
export const listKeys = async ({ env }: OpenIdContext): Promise<Response> =>
  publicDocument(await publicKeysOf(env.OPENID_KEY ?? []));
