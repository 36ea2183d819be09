import { isLanguage, type Language } from '../../core/http/language.ts';
import { type OpenIdRequest, openIdParameterNames } from '../../core/openid/openid-request.ts';
import { readScope } from '../../core/openid/scopes.ts';
import { pkceParameterNames, readChallenge } from '../../core/protocol/code-challenge.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import type { ParsedParameters } from '../../core/protocol/parameters.ts';
import { type Prompt, readPrompt, readPromptList } from '../../core/protocol/prompts.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { Application } from './applications.ts';
import { checkOpenIdParameters } from './openid-parameters.ts';
import { type ReturnAddress, ReturnedError } from './returned-error.ts';

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

type RequestingApplication = Pick<Application, 'redirect_uris' | 'pkce' | 'openid' | 'iss'>;

/** Maximum length of `state` in characters, including its percent-encoding. */
export const maxStateLength = 2_048;
/** Maximum total length of `state` and `nonce` (as JSON), in bytes. The sign-in's cookie contains both. */
const maxKeptLength = maxStateLength + 240;

/**
 * Validates an authorization request that a browser sent or the application pushed. @throws {ProtocolError} if a
 * check fails. The first failing check, in the order of the statements, determines the error. @throws
 * {ReturnedError} if an OpenID Connect request fails a check after its redirect URI was verified.
 */
export function checkAuthorizationRequest(
  application: RequestingApplication,
  sent: SentRequest,
): AuthorizationRequest {
  const redirect_uri = checkRedirectUri(application, sent);
  const scope = checkScope(application, sent);
  try {
    checkResponseType(sent);
    const state = checkState(sent, scope);
    refuseRepeated(sent, optionalItems);
    const uiLanguage = languageOf(sent);
    const prompt = scope === undefined ? readPrompt(sent.values.prompt) : readPromptList(sent.values.prompt);
    const code_challenge = readChallenge(sent.values, application.pkce);
    const openId =
      scope === undefined ? {} : { scope, ...checkOpenIdParameters(sent, maxKeptLength - state.length) };
    return {
      redirect_uri,
      state,
      isHybrid: sent.values.isHybrid === 'Y',
      ...openId,
      ...(prompt && { prompt }),
      ...(code_challenge && { code_challenge }),
      ...(uiLanguage && { uiLanguage }),
    };
  } catch (failure) {
    if (scope === undefined || !(failure instanceof ProtocolError)) throw failure;
    throw new ReturnedError(failure, returnAddress(application, sent, redirect_uri, scope));
  }
}

/**
 * Returns the error for a request passed by reference (OpenID Connect Core 1.0 §6.2), which the service doesn't
 * fetch. If an OpenID Connect request contains a registered redirect URI, the browser is redirected to that URI
 * with the error. @throws {ProtocolError} `invalid_item` if `redirect_uri` or `scope` is repeated.
 */
export function requestByReferenceError(
  application: RequestingApplication,
  sent: SentRequest,
): ProtocolError {
  refuseRepeated(sent, ['redirect_uri']);
  const scope = checkScope(application, sent);
  const { redirect_uri = '' } = sent.values;
  const error = invalid('request_uri');
  if (scope === undefined || !application.redirect_uris.includes(redirect_uri)) return error;
  return new ReturnedError(error, returnAddress(application, sent, redirect_uri, scope));
}

/**
 * Returns the address for an error response. An invalid `state` is omitted. The response is posted in a form only
 * if the request's `response_mode` is valid.
 */
const returnAddress = (
  application: RequestingApplication,
  { values, state }: SentRequest,
  redirect_uri: string,
  scope: string,
): ReturnAddress => ({
  application,
  redirect_uri,
  scope,
  state: state.length > maxStateLength ? '' : state,
  ...(values.response_mode === 'form_post' && { formPost: true }),
});

function checkRedirectUri({ redirect_uris }: RequestingApplication, sent: SentRequest): string {
  const redirect_uri = required(sent, 'redirect_uri');
  if (redirect_uris.includes(redirect_uri)) return redirect_uri;
  throw new ProtocolError(refusals.unregistered_redirect, { value: redirect_uri });
}

/**
 * Checks the scope of a request.
 * @returns the scope of an OpenID Connect request, or undefined for other requests.
 */
function checkScope({ openid }: RequestingApplication, sent: SentRequest): string | undefined {
  if (!openid) return undefined;
  refuseRepeated(sent, ['scope']);
  return readScope(sent.values.scope);
}

function checkResponseType(sent: SentRequest): void {
  if (required(sent, 'response_type') !== 'code') throw invalid('response_type');
}

/**
 * Checks the `state` of a request.
 * @returns the `state` as it was sent, or an empty string if an OpenID Connect request contains no `state`.
 */
function checkState(sent: SentRequest, scope: string | undefined): string {
  refuseRepeated(sent, ['state']);
  const { state } = sent;
  if (state === '' && scope === undefined) throw missing('state');
  if (state.length > maxStateLength)
    throw new ProtocolError(refusals.too_long, { item: 'state', value: String(maxStateLength) });
  return state;
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
  if (value === undefined) throw missing(item);
  return value;
}

/**
 * Rejects repeated parameters. @throws {ProtocolError} `invalid_item` if a parameter in `items` is repeated. The
 * error names the first repeated parameter.
 */
function refuseRepeated({ repeated }: SentRequest, items: readonly Item[]): void {
  const item = items.find((name) => repeated.includes(name));
  if (item !== undefined) throw invalid(item);
}

const invalid = (item: string) => new ProtocolError(refusals.invalid_item, { item });
const missing = (item: string) => new ProtocolError(refusals.missing_item, { item });
