import { ProtocolError } from './errors.ts';
import { challengeFormat } from './pkce.ts';
import * as refusals from './refusals.ts';

/** Parameter names of PKCE. */
export const pkceParameterNames = ['code_challenge', 'code_challenge_method'] as const;

/**
 * Returns the PKCE challenge of an authorization request, if it has one. A challenge without a method means
 * `plain` (RFC 7636 §4.3), which isn't supported. @param pkce whether the application's registration requires a
 * challenge. @throws {ProtocolError} `missing_item` or `invalid_item` if the challenge or its method is missing or
 * invalid.
 */
export function readChallenge(
  given: Partial<Record<(typeof pkceParameterNames)[number], string>>,
  pkce: 'optional' | 'required' | undefined,
): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = given;
  if (pkce === 'required' && challenge === undefined) throw missing('code_challenge');
  if (challenge === undefined && method === undefined) return undefined;
  if (method === undefined) throw missing('code_challenge_method');
  if (method !== 'S256') throw new ProtocolError(refusals.invalid_item, { item: 'code_challenge_method' });
  if (challenge === undefined) throw missing('code_challenge');
  if (!challengeFormat.test(challenge))
    throw new ProtocolError(refusals.invalid_item, { item: 'code_challenge' });
  return challenge;
}

const missing = (item: string) => new ProtocolError(refusals.missing_item, { item });
