import type { StoredFields } from './application-fields.ts';

type Registered = Partial<Pick<StoredFields, 'openid' | 'id_token_claims'>>;

/**
 * Whether the id_tokens of an application contain the person's claims. An application that was registered for OpenID Connect by an earlier
 * release lacks the field, and its id_tokens contain them as before.
 */
export const hasIdTokenClaims = ({ openid, id_token_claims = Boolean(openid) }: Registered): boolean =>
  id_token_claims;

/** The fields that follow from a change which registers an older application for OpenID Connect: its id_tokens begin without claims. */
export const fieldsOfNewParty = (current: Registered, { openid }: Registered): Registered =>
  openid && !current.openid && current.id_token_claims === undefined ? { id_token_claims: false } : {};
