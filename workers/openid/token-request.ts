import { ProtocolError } from '../core/protocol/errors.ts';
import type { Parameters } from '../core/protocol/parameters.ts';
import { challengeOf } from '../core/protocol/pkce.ts';
import * as refusals from '../core/protocol/refusals.ts';

/** A token request without its client credentials (OpenID Connect Core 1.0 §3.1.3.1). */
export interface TokenRequest {
  code: string;
  redirect_uri: string;
  /** Derived from the `code_verifier`. */
  code_challenge?: string;
}

/**
 * @throws {ProtocolError} `missing_item` if a parameter is missing, `unsupported_grant_type` if the grant type
 * isn't `authorization_code`, or `invalid_item` if a parameter is repeated.
 */
export async function readTokenRequest(parameters: Parameters): Promise<TokenRequest> {
  if (parameters.required('grant_type') !== 'authorization_code')
    throw new ProtocolError(refusals.unsupported_grant_type);
  const code = parameters.required('code');
  const redirect_uri = parameters.required('redirect_uri');
  const code_verifier = parameters.optional('code_verifier');
  return {
    code,
    redirect_uri,
    ...(code_verifier !== undefined && { code_challenge: await challengeOf(code_verifier) }),
  };
}
