import { ProtocolError } from './errors.ts';
import type { Parameters } from './parameters.ts';
import { challengeFormat } from './pkce.ts';
import * as refusals from './refusals.ts';

/**
 * The PKCE challenge of an authorization request, where it has one. A challenge without a method means `plain` (RFC 7636 §4.3), which
 * we do not accept.
 * @param pkce whether the application is registered to need one. @throws {ProtocolError} `missing_item`, `invalid_item`.
 */
export function readChallenge(
  parameters: Parameters,
  pkce: 'optional' | 'required' | undefined,
): string | undefined {
  const challenge = parameters.optional('code_challenge');
  const method = parameters.optional('code_challenge_method');
  if (pkce === 'required') parameters.required('code_challenge');
  if (challenge === undefined && method === undefined) return undefined;
  if (parameters.required('code_challenge_method') !== 'S256')
    throw new ProtocolError(refusals.invalid_item, { item: 'code_challenge_method' });
  if (!challengeFormat.test(parameters.required('code_challenge')))
    throw new ProtocolError(refusals.invalid_item, { item: 'code_challenge' });
  return challenge;
}
