import { ProtocolError } from '../protocol/errors.ts';
import type { Parameters } from '../protocol/parameters.ts';
import * as refusals from '../protocol/refusals.ts';
import type { IdTokenHint } from './id-token-hint.ts';

/**
 * The `id_token_hint` of a request to log out: one that has expired still says who is meant (OpenID Connect RP-Initiated Logout 1.0 §2).
 * @param read as `readIdTokenHint` does. @throws {ProtocolError} `invalid_item` where it is none of ours.
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
