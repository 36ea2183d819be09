import type { StoredFields } from './application-fields.ts';

type Registered = Partial<Pick<StoredFields, 'openid' | 'id_token_claims'>>;

/**
 * Returns whether the id_tokens of an application contain the user's claims. Applications that an earlier release
 * registered for OpenID Connect lack the field, and their id_tokens keep the claims.
 */
export const hasIdTokenClaims = ({ openid, id_token_claims = Boolean(openid) }: Registered): boolean =>
  id_token_claims;

/**
 * Returns the defaults for a change that registers an older application for OpenID Connect. The id_tokens of such
 * an application contain no claims.
 */
export const openIdUpgradeDefaults = (current: Registered, { openid }: Registered): Registered =>
  openid && !current.openid && current.id_token_claims === undefined ? { id_token_claims: false } : {};
