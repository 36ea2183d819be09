import { utf8 } from '../../../packages/plid/crypto/bytes.ts';
import { readJwt } from '../../../packages/plid/crypto/jwt.ts';
import { kidOf, type OpenIdKey, verifyingKey, verifyWith } from './openid-keys.ts';
import { signingAlgorithms } from './signing-algorithms.ts';

/** The person and the application of the login that an id_token tells of. */
export interface IdTokenHint {
  subject: string;
  audience: string;
}

/**
 * Reads an id_token of ours that comes back as `id_token_hint`: one that has expired still says who is meant (OpenID Connect RP-Initiated Logout 1.0).
 * @returns undefined where none of the keys has signed it, or it is another issuer's.
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
    if (!(await crypto.subtle.verify(verifyWith[algorithm], verifying, signature, utf8(content))))
      return undefined;
    const { iss, sub: subject, aud: audience } = claims as Record<string, unknown>;
    if (iss !== issuer || typeof subject !== 'string' || typeof audience !== 'string') return undefined;
    return { subject, audience };
  } catch {
    return undefined;
  }
}
