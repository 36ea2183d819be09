import { ProtocolError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';

/** The part of an authorization request that it adds (OpenID Connect Core 1.0 §3.1.2.1). */
export interface OpenIdRequest {
  /** The scopes that we know of those asked for: `openid` first, spaces between. Whether there is one decides that a request is one of OpenID Connect. */
  scope?: string;
  /** Goes into the id_token as it is. */
  nonce?: string;
  /** How old the phone's approval may be, in seconds. */
  max_age?: number;
  /** The answer is posted to the callback, in a form (OAuth 2.0 Form Post Response Mode §2), and not in its query. */
  formPost?: true;
  /** An id_token of an earlier login, unread: whom it means decides whether there is an automatic login. */
  id_token_hint?: string;
}

/** Of a nonce, in UTF-16 code units. It may hold any character. */
const maxNonceLength = 512;
/** Of an id_token of ours, which is never as long. */
const hintFormat = /^[\w.-]{1,3000}$/;
const maxAgeFormat = /^\d{1,9}$/;

/** The names of the other parameters of an OpenID request. */
export const openIdItems = ['request', 'response_mode', 'nonce', 'max_age', 'id_token_hint'] as const;

/** The values of `response_mode`. */
export const responseModes = ['query', 'form_post'] as const;

/** Checks the values of {@link openIdItems}. @throws {ProtocolError} `invalid_item`. */
export function readOpenIdRequest(
  given: Partial<Record<(typeof openIdItems)[number], string>>,
): Omit<OpenIdRequest, 'scope'> {
  const { request, response_mode, nonce, max_age, id_token_hint } = given;
  // A signed request would say something else than the address: it can't be ignored (OpenID Connect Core 1.0 §6.1).
  if (request !== undefined) throw invalid('request');
  if (response_mode !== undefined && !isResponseMode(response_mode)) throw invalid('response_mode');
  if (nonce !== undefined && nonce.length > maxNonceLength) throw invalid('nonce');
  if (max_age !== undefined && !maxAgeFormat.test(max_age)) throw invalid('max_age');
  if (id_token_hint !== undefined && !hintFormat.test(id_token_hint)) throw invalid('id_token_hint');
  return {
    ...(nonce !== undefined && { nonce }),
    ...(max_age !== undefined && { max_age: Number(max_age) }),
    ...(response_mode === 'form_post' && { formPost: true as const }),
    ...(id_token_hint !== undefined && { id_token_hint }),
  };
}

const isResponseMode = (text: string): boolean => (responseModes as readonly string[]).includes(text);

const invalid = (item: string) => new ProtocolError(refusals.invalid_item, { item });
