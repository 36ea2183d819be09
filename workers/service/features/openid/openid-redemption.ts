import type { ReadableGrant } from '../../objects/account-tables.ts';
import type { OpenIdGrant } from '../../tokens/openid-codes.ts';

/**
 * Values from a token request for an OpenID Connect code. `redirect` is the Base64url-encoded SHA-256 of the
 * request's redirect_uri. `code_challenge` is the Base64url-encoded SHA-256 of the request's PKCE verifier.
 */
export interface OpenIdTokenRequest {
  redirect: string;
  code_challenge?: string;
}

/**
 * The result of redeeming an OpenID Connect code, which can be redeemed only once, or the reason for a failure.
 * `other` means that the code was issued for a request with other values.
 */
export type OpenIdRedemption = (ReadableGrant & { openid: OpenIdGrant }) | 'replayed' | 'unknown' | 'other';

/** The method that OpenID Connect adds to an account (features/openid). */
export interface OpenIdMethods {
  redeemOpenId(id: string, client_id: string, presented: OpenIdTokenRequest, at: number): OpenIdRedemption;
}
