import type { StoredFields } from './application-fields.ts';

type Registered = Partial<Pick<StoredFields, 'openid' | 'id_token_claims'>>;

/**
 * Whether the id_tokens of an application contain the user's claims. Applications that an earlier release
 * registered for OpenID Connect lack the field, and their id_tokens keep the claims.
 */
export const hasIdTokenClaims = ({ openid, id_token_claims = Boolean(openid) }: Registered): boolean =>
  id_token_claims;

/**
 * The defaults for a change that registers an older application for OpenID Connect: its id_tokens contain no
 * claims.
 */
export const fieldsOfNewParty = (current: Registered, { openid }: Registered): Registered =>
  openid && !current.openid && current.id_token_claims === undefined ? { id_token_claims: false } : {};
