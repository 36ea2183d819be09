import { utf8 } from '../../../packages/plid/crypto/bytes.ts';
import { readJwt } from '../../../packages/plid/crypto/jwt.ts';
import { ProtocolError } from '../protocol/errors.ts';
import type { Parameters } from '../protocol/parameters.ts';
import * as refusals from '../protocol/refusals.ts';
import { kidOf, type OpenIdKey, verifyingKey, verifyWith } from './openid-keys.ts';
import { signingAlgorithms } from './signing-algorithms.ts';

/** Whose login an id_token was, at which application. */
export interface IdTokenHint {
  subject: string;
  audience: string;
}

/**
 * The `id_token_hint` of a request to log out: one that has expired still says who is meant (OpenID Connect RP-Initiated Logout 1.0 §2).
 * @param read as {@link readIdTokenHint}. @throws {ProtocolError} `invalid_item` where it is none of ours.
 */
export async function readSentHint(
  parameters: Parameters,
  read: (text: string) => Promise<IdTokenHint | undefined>,
): Promise<IdTokenHint | undefined> {
  const sent = parameters.optional('id_token_hint');
  if (sent === undefined) return undefined;
  const hint = await read(sent);
  if (hint === undefined) throw new ProtocolError(refusals.invalid_item, { item: 'id_token_hint' });
  return hint;
}

/** The `client_id` of a request to log out. @throws {ProtocolError} `missing_client`; `invalid_item` where the hint is another one's. */
export function clientOfLogout(parameters: Parameters, hint: IdTokenHint | undefined): string {
  const client_id = parameters.optional('client_id') ?? hint?.audience;
  if (client_id === undefined) throw new ProtocolError(refusals.missing_client);
  if (hint !== undefined && hint.audience !== client_id)
    throw new ProtocolError(refusals.invalid_item, { item: 'id_token_hint' });
  return client_id;
}

/** Reads an id_token. @returns undefined where none of the keys has signed it, or it is another issuer's. */
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
