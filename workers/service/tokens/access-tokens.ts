import type { KeyRing } from '../../core/crypto/keys.ts';
import { authenticationFailedError } from '../../core/protocol/bearer.ts';
import { accessTokenLifetime } from '../settings/service-lifetimes.ts';
import { accessToken } from '../settings/service-sealed-types.ts';

type AccessToken = Parameters<typeof accessToken.seal>[1];

/** Issues an access token (§2.3). Called in the token worker. @param now in seconds since 1970. */
export function issueAccessToken(keys: KeyRing, value: AccessToken, now: number): Promise<string> {
  return accessToken.seal(keys, value, now + accessTokenLifetime);
}

/**
 * Decrypts an access token (§4.3). Called in the user worker. Only the account can decide whether the token's
 * grant is still valid. @param now in seconds since 1970. @throws {ProtocolError} `authentication_failed` if the
 * token is forged or expired.
 */
export async function openAccessToken(keys: KeyRing, token: string, now: number): Promise<AccessToken> {
  const opened = await accessToken.open(keys, token, now);
  if (opened === undefined) throw authenticationFailedError();
  return opened;
}
