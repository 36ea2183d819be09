import { utf8 } from '../core/crypto/bytes.ts';
import { readJwt } from '../core/crypto/jwt.ts';
import { kidOf, type OpenIdKey, verificationParameters, verifyingKey } from './openid-keys.ts';
import { signingAlgorithms } from './signing-algorithms.ts';

/** The subject and audience of an id_token. */
export interface IdTokenHint {
  subject: string;
  audience: string;
}

/**
 * Verifies an id_token sent as `id_token_hint`. An expired id_token still identifies the user (OpenID Connect
 * RP-Initiated Logout 1.0).
 * @returns undefined if the id_token is from another issuer, or if none of the keys signed it.
 */
export async function readIdTokenHint(
  keys: readonly OpenIdKey[],
  text: string,
  issuer: string,
): Promise<IdTokenHint | undefined> {
  try {
    const { header, claims, content, signature } = readJwt(text);
    const { alg, kid, typ } = header as Record<string, unknown>;
    const algorithm = signingAlgorithms.find((known) => known === alg);
    const key = keys.find((known) => algorithm !== undefined && kidOf(known, algorithm) === kid);
    if (algorithm === undefined || key === undefined || typ !== 'JWT') return undefined;
    const verifying = await verifyingKey(key, algorithm);
    if (!(await crypto.subtle.verify(verificationParameters[algorithm], verifying, signature, utf8(content))))
      return undefined;
    const { iss, sub: subject, aud: audience } = claims as Record<string, unknown>;
    if (iss !== issuer || typeof subject !== 'string' || typeof audience !== 'string') return undefined;
    return { subject, audience };
  } catch {
    return undefined;
  }
}
