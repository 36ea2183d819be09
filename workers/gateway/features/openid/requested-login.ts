import { pkceParameterNames, readChallenge } from '../../../core/protocol/code-challenge.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import { type Prompt, readPromptList } from '../../../core/protocol/prompts.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import {
  type OpenIdRequest,
  openIdParameterNames,
  readOpenIdRequest,
} from '../../../openid/openid-request.ts';
import { readScope } from '../../../openid/scopes.ts';
import type { RelyingParty } from '../../settings/relying-parties.ts';

/** The part of an authorization request that controls the login (OpenID Connect Core 1.0 §3.1.2.1). */
export interface RequestedLogin extends OpenIdRequest {
  scope: string;
  code_challenge?: string;
  prompt?: Prompt;
  /** Language of the login pages. */
  ui_locales?: string;
}

/**
 * Maximum length of a request, in characters. The length is limited because the browser stores the request in a
 * cookie during the login.
 */
const maxLength = 2_048;

/**
 * Returns a request's relying party and redirect URI. @throws {ProtocolError} `missing_client`, `unknown_client`,
 * `missing_item`, `unregistered_redirect`. The user sees these errors.
 */
export function readParty(parties: readonly RelyingParty[], parameters: Parameters) {
  const client_id = parameters.optional('client_id');
  if (client_id === undefined) throw new ProtocolError(refusals.missing_client);
  const party = parties.find(({ id }) => id === client_id);
  if (party === undefined) throw new ProtocolError(refusals.unknown_client);
  const redirect_uri = parameters.required('redirect_uri');
  if (!party.redirect_uris.includes(redirect_uri))
    throw new ProtocolError(refusals.unregistered_redirect, { value: redirect_uri });
  return { party, redirect_uri };
}

/**
 * Reads the parameters that {@link readParty} doesn't read. @param query the query in its original
 * percent-encoding. @throws {ProtocolError} for the first check that fails, in the order of the statements. The
 * relying party receives these errors.
 */
export function readRequestedLogin(
  party: RelyingParty,
  query: string,
  parameters: Parameters,
): RequestedLogin {
  if (query.length > maxLength)
    throw new ProtocolError(refusals.too_long, { item: 'query', value: String(maxLength) });
  if (parameters.required('response_type') !== 'code') throw invalid('response_type');
  if (parameters.optional('request_uri') !== undefined) throw invalid('request_uri');
  const scope = readScope(parameters.optional('scope'));
  if (scope === undefined) throw invalid('scope');
  const given = party.scope.split(' ');
  const prompt = readPromptList(parameters.optional('prompt'));
  const code_challenge = readChallenge(parameters.several(pkceParameterNames), party.pkce);
  const ui_locales = parameters.optional('ui_locales');
  return {
    scope: scope
      .split(' ')
      .filter((word) => given.includes(word))
      .join(' '),
    ...readOpenIdRequest(parameters.several(openIdParameterNames)),
    ...(prompt && { prompt }),
    ...(code_challenge && { code_challenge }),
    ...(ui_locales && { ui_locales }),
  };
}

const invalid = (item: string) => new ProtocolError(refusals.invalid_item, { item });
