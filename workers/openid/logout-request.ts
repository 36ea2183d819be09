import { responseUrl } from '../core/protocol/authorization-response.ts';
import { ProtocolError } from '../core/protocol/errors.ts';
import type { Parameters } from '../core/protocol/parameters.ts';
import * as refusals from '../core/protocol/refusals.ts';
import type { IdTokenHint } from './id-token-hint.ts';

/** A sign-out request of a relying party (OpenID Connect RP-Initiated Logout 1.0 §2) that has passed every check. */
export interface LogoutRequest<Party> {
  /** The relying party. Absent if the request names no relying party. */
  party?: Party;
  /**
   * The user that the request's id_token identifies at the relying party. If this field is absent, nothing proves
   * that the user wants to sign out.
   */
  hint?: IdTokenHint;
  /**
   * The redirect URL after the sign-out, including the state. Absent if the request names no relying party,
   * because nothing then proves that a redirect to the URL is permitted.
   */
  address?: string;
}

/** Access to the relying parties of a provider and the id_tokens issued to them. */
interface Parties<Party> {
  /** Reads an id_token from this provider, even if it has expired. */
  readHint(text: string): Promise<IdTokenHint | undefined>;
  find(client_id: string): Promise<Party | undefined>;
  /** @returns the registered addresses for redirects after a sign-out, and a callback address. */
  addressesOf(party: Party): { registered: readonly string[]; callback: string | undefined };
}

/**
 * Reads and validates a sign-out request. @throws {ProtocolError} if a check fails. The checks run in the order of
 * the statements.
 */
export async function readLogoutRequest<Party>(
  parameters: Parameters,
  { readHint, find, addressesOf }: Parties<Party>,
): Promise<LogoutRequest<Party>> {
  const state = parameters.asSent('state');
  const hint = await readSentHint(parameters, readHint);
  const client_id = parameters.optional('client_id') ?? hint?.audience;
  if (client_id === undefined) return {};
  if (hint !== undefined && hint.audience !== client_id) throw invalidHint();
  const party = await find(client_id);
  if (party === undefined) throw new ProtocolError(refusals.unknown_client);
  const address = responseUrl(readAddress(parameters, addressesOf(party)), {}, state);
  return { party, address, ...(hint && { hint }) };
}

async function readSentHint(
  parameters: Parameters,
  read: Parties<unknown>['readHint'],
): Promise<IdTokenHint | undefined> {
  const sent = parameters.optional('id_token_hint');
  if (sent === undefined) return undefined;
  const hint = await read(sent);
  if (hint === undefined) throw invalidHint();
  return hint;
}

const invalidHint = () => new ProtocolError(refusals.invalid_item, { item: 'id_token_hint' });

/**
 * Returns the requested address if it's identical to a registered address. If the request contains no address,
 * returns the page at `/` on the relying party's callback origin.
 */
function readAddress(
  parameters: Parameters,
  { registered, callback }: ReturnType<Parties<unknown>['addressesOf']>,
): string {
  const address = parameters.optional('post_logout_redirect_uri');
  if (address === undefined) return new URL('/', callback).href;
  if (!registered.includes(address))
    throw new ProtocolError(refusals.unregistered_redirect, { value: address });
  return address;
}

/** Returns the query of a sign-out request without its id_token, for URLs of the provider's own pages. */
export function logoutQuery(parameters: Parameters): string {
  const named = new URLSearchParams();
  for (const item of ['client_id', 'post_logout_redirect_uri']) {
    const value = parameters.optional(item);
    if (value !== undefined) named.set(item, value);
  }
  const state = parameters.asSent('state');
  return [String(named), state && `state=${state}`].filter(Boolean).join('&');
}
