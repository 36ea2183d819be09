import { ProtocolError } from '../core/protocol/errors.ts';
import * as refusals from '../core/protocol/refusals.ts';
import { phoneAcr } from './acr.ts';

/** The parameters that OpenID Connect adds to an authorization request (OpenID Connect Core 1.0 §3.1.2.1). */
export interface OpenIdRequest {
  /**
   * The supported scopes of the request, `openid` first, space-separated. Present only in OpenID Connect requests.
   */
  scope?: string;
  /** A value that is copied unchanged into the id_token. */
  nonce?: string;
  /** Maximum age of the approval on the phone, in seconds. */
  max_age?: number;
  /**
   * Present if the response is posted to the redirect URI in a form (OAuth 2.0 Form Post Response Mode §2) instead
   * of sent in its query.
   */
  formPost?: true;
  /** Present if `acr_values` names only the approval on the phone. An automatic login then isn't enough. */
  requiresPhone?: true;
  /** An unverified id_token of an earlier login. Its subject decides whether an automatic login is possible. */
  id_token_hint?: string;
}

/** The maximum length of a nonce, in UTF-16 code units. A nonce may contain any character. */
const maxNonceLength = 512;
/** The format of plid's id_tokens. Every id_token of plid is shorter than the maximum length in this format. */
const hintFormat = /^[\w.-]{1,3000}$/;
const maxAgeFormat = /^\d{1,9}$/;

/** The names of the parameters of an OpenID request other than `scope`. */
export const openIdParameterNames = [
  'request',
  'response_mode',
  'nonce',
  'max_age',
  'id_token_hint',
  'acr_values',
] as const;

/** The values of `response_mode`. */
export const responseModes = ['query', 'form_post'] as const;

/** Checks the values of {@link openIdParameterNames}. @throws {ProtocolError} `invalid_item` if a value is invalid. */
export function readOpenIdRequest(
  given: Partial<Record<(typeof openIdParameterNames)[number], string>>,
): Omit<OpenIdRequest, 'scope'> {
  const { request, response_mode, nonce, max_age, id_token_hint, acr_values } = given;
  // A signed request object could differ from the query, so it can't be ignored (OpenID Connect Core 1.0 §6.1).
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
    ...(isPhoneOnly(acr_values) && { requiresPhone: true as const }),
  };
}

/**
 * Whether a list of `acr_values` contains only the approval on the phone. A list with another value allows an automatic
 * login, because the values are in order of preference and voluntary (OpenID Connect Core 1.0 §3.1.2.1).
 */
function isPhoneOnly(list = ''): boolean {
  const asked = list.split(' ').filter(Boolean);
  return asked.length > 0 && asked.every((value) => value === phoneAcr);
}

const isResponseMode = (text: string): boolean => (responseModes as readonly string[]).includes(text);

const invalid = (item: string) => new ProtocolError(refusals.invalid_item, { item });
