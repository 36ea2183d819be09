import { isLanguage, type Language } from '../../core/http/language.ts';
import { pkceParameterNames, readChallenge } from '../../core/protocol/code-challenge.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import type { ParsedParameters } from '../../core/protocol/parameters.ts';
import type { Prompt } from '../../core/protocol/prompts.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { type OpenIdRequest, openIdParameterNames } from '../../openid/openid-request.ts';
import type { Application } from '../registry/applications.ts';

/** The validated parameters of an authorization request (§4.1). */
export interface AuthorizationRequest extends OpenIdRequest {
  redirect_uri: string;
  /** The `state` in its original percent-encoding. Empty if an OpenID Connect request contains no `state`. */
  state: string;
  /** RFC 7636, S256. */
  code_challenge?: string;
  prompt?: Prompt;
  isHybrid: boolean;
  /** The first supported language of `ui_locales`. */
  uiLanguage?: Language;
}

const optionalItems = ['prompt', 'isHybrid', ...pkceParameterNames, 'ui_locales'] as const;

/** The parameter names of an authorization request. */
export const authorizationParameterNames = [
  'client_id',
  'request_uri',
  'redirect_uri',
  'scope',
  'response_type',
  'state',
  ...optionalItems,
  ...openIdParameterNames,
] as const;

type Item = (typeof authorizationParameterNames)[number];

/** An authorization request as sent, before validation. */
export type SentRequest = ParsedParameters<Item>;

/** Maximum length of `state` in characters, including its percent-encoding. */
export const maxStateLength = 2_048;

/** @throws {ProtocolError} `missing_item`, `invalid_item`, `unregistered_redirect`. */
export function checkRedirectUri(registered: readonly string[], sent: SentRequest): string {
  const redirect_uri = required(sent, 'redirect_uri');
  if (registered.includes(redirect_uri)) return redirect_uri;
  throw new ProtocolError(refusals.unregistered_redirect, { value: redirect_uri });
}

/** What differs between formats in the items that all have. */
interface ItemRules {
  needsState?: boolean;
  readPrompt(text: string | undefined): Prompt | undefined;
}

/**
 * Checks the items that requests of every format may have, in this order, after the redirect URI. @throws
 * {ProtocolError} `missing_item`, `invalid_item`, `too_long`.
 */
export function checkItems(
  { pkce }: Pick<Application, 'pkce'>,
  sent: SentRequest,
  { needsState = false, readPrompt }: ItemRules,
): Omit<AuthorizationRequest, 'redirect_uri'> {
  if (required(sent, 'response_type') !== 'code') throw invalidItem('response_type');
  refuseRepeated(sent, ['state']);
  const { state, values } = sent;
  if (state === '' && needsState) throw missingItem('state');
  if (state.length > maxStateLength)
    throw new ProtocolError(refusals.too_long, { item: 'state', value: String(maxStateLength) });
  refuseRepeated(sent, optionalItems);
  const uiLanguage = languageOf(sent);
  const prompt = readPrompt(values.prompt);
  const code_challenge = readChallenge(values, pkce);
  return {
    state,
    isHybrid: values.isHybrid === 'Y',
    ...(prompt && { prompt }),
    ...(code_challenge && { code_challenge }),
    ...(uiLanguage && { uiLanguage }),
  };
}

/**
 * Returns the first supported language in `ui_locales`, which contains space-separated language tags (RFC 5646) in
 * order of preference.
 */
function languageOf({ values }: SentRequest): Language | undefined {
  const tags = values.ui_locales?.toLowerCase().split(' ') ?? [];
  return tags.map((tag) => tag.split('-')[0] ?? '').find(isLanguage);
}

function required(sent: SentRequest, item: Item): string {
  refuseRepeated(sent, [item]);
  const value = sent.values[item];
  if (value === undefined) throw missingItem(item);
  return value;
}

/**
 * Rejects repeated parameters. @throws {ProtocolError} `invalid_item` if a parameter in `items` is repeated. The
 * error names the first repeated parameter.
 */
export function refuseRepeated({ repeated }: SentRequest, items: readonly Item[]): void {
  const item = items.find((name) => repeated.includes(name));
  if (item !== undefined) throw invalidItem(item);
}

export const invalidItem = (item: string) => new ProtocolError(refusals.invalid_item, { item });
const missingItem = (item: string) => new ProtocolError(refusals.missing_item, { item });
