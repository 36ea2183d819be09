import { utf8 } from '../../../packages/plid/crypto/bytes.ts';
import { isLanguage, type Language } from '../../core/http/language.ts';
import {
  asksForFormPost,
  type OpenIdRequest,
  openIdItems,
  readOpenIdRequest,
  readScope,
} from '../../core/openid/openid-request.ts';
import { challengeItems, readChallenge } from '../../core/protocol/code-challenge.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import type { Parameters } from '../../core/protocol/parameters.ts';
import { type Prompt, readPrompt, readPromptList } from '../../core/protocol/prompts.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { Application } from './applications.ts';
import { type ReturnAddress, ReturnedError } from './returned-error.ts';

/** The parameters of an authorization request (§4.1) that have passed every check. */
export interface AuthorizationRequest extends OpenIdRequest {
  redirect_uri: string;
  /** As it was sent, percent-encoded; empty where an OpenID request has none. */
  state: string;
  /** RFC 7636, S256. */
  code_challenge?: string;
  prompt?: Prompt;
  isHybrid: boolean;
  /** The first language of `ui_locales` that we speak. */
  uiLanguage?: Language;
}

type RequestingApplication = Pick<Application, 'redirect_uris' | 'pkce' | 'openid' | 'iss'>;

/** Of `state` as it is sent, percent-encoding included, in characters. */
const maxStateLength = 2_048;
/** Of `state` and `nonce` together, in bytes: both are kept in the cookie of the sign-in, the nonce as JSON. */
const maxKeptLength = maxStateLength + 240;

/**
 * Checks an authorization request of an application, whether a browser brings it or the application pushes it.
 * @throws {ProtocolError} for the first check that fails, in the order of the statements here. @throws {ReturnedError} for a request of OpenID Connect.
 */
export function checkAuthorizationRequest(
  application: RequestingApplication,
  parameters: Parameters,
): AuthorizationRequest {
  const redirect_uri = parameters.required('redirect_uri');
  if (!application.redirect_uris.includes(redirect_uri))
    throw new ProtocolError(refusals.unregistered_redirect, { value: redirect_uri });
  const scope = scopeOf(application, parameters);
  const rest = () => ({ redirect_uri, ...checkRest(application, parameters, scope) });
  if (scope === undefined) return rest();
  try {
    return rest();
  } catch (failure) {
    if (!(failure instanceof ProtocolError)) throw failure;
    throw new ReturnedError(failure, returnAddress(application, redirect_uri, parameters, scope));
  }
}

/**
 * The refusal of a request that is passed by reference (OpenID Connect Core 1.0 §6.2), which the service doesn't fetch. It is redirected if the
 * request is one of OpenID Connect and its redirect address is registered.
 */
export function foreignRequestError(
  application: RequestingApplication,
  parameters: Parameters,
): ProtocolError {
  const error = new ProtocolError(refusals.invalid_item, { item: 'request_uri' });
  const redirect_uri = parameters.optional('redirect_uri') ?? '';
  const scope = scopeOf(application, parameters);
  if (scope === undefined || !application.redirect_uris.includes(redirect_uri)) return error;
  return new ReturnedError(error, returnAddress(application, redirect_uri, parameters, scope));
}

/** The scope of a request of OpenID Connect; undefined for any other. */
const scopeOf = (application: RequestingApplication, parameters: Parameters): string | undefined =>
  application.openid ? readScope(parameters.optional('scope')) : undefined;

const returnAddress = (
  application: RequestingApplication,
  redirect_uri: string,
  parameters: Parameters,
  scope: string,
): ReturnAddress => ({
  ...{ application, redirect_uri, state: stateOf(parameters), scope },
  ...(asksForFormPost(parameters) && { formPost: true }),
});

const restItems = ['prompt', 'isHybrid', ...challengeItems, 'ui_locales'] as const;

/** Those of its checks that follow the redirect address. */
function checkRest({ pkce }: RequestingApplication, parameters: Parameters, scope: string | undefined) {
  if (parameters.required('response_type') !== 'code')
    throw new ProtocolError(refusals.invalid_item, { item: 'response_type' });
  const state = scope === undefined ? parameters.requiredAsSent('state') : parameters.asSent('state');
  if (state.length > maxStateLength)
    throw new ProtocolError(refusals.too_long, { item: 'state', value: String(maxStateLength) });
  const rest = parameters.several(restItems);
  const prompt = scope === undefined ? readPrompt(rest.prompt) : readPromptList(rest.prompt);
  const code_challenge = readChallenge(rest, pkce);
  // Tags of RFC 5646 in order of preference, separated by spaces.
  const locales = rest.ui_locales?.toLowerCase().split(' ') ?? [];
  const uiLanguage = locales.map((tag) => tag.split('-')[0] ?? '').find(isLanguage);
  return {
    state,
    isHybrid: rest.isHybrid === 'Y',
    ...(prompt && { prompt }),
    ...(code_challenge && { code_challenge }),
    ...(uiLanguage && { uiLanguage }),
    ...(scope !== undefined && { scope, ...readOpenIdPart(parameters, state) }),
  };
}

function readOpenIdPart(parameters: Parameters, state: string) {
  const read = readOpenIdRequest(parameters.several(openIdItems));
  const left = maxKeptLength - state.length;
  if (read.nonce !== undefined && utf8(JSON.stringify(read.nonce)).length - 2 > left)
    throw new ProtocolError(refusals.too_long, { item: 'nonce', value: String(left) });
  return read;
}

/** The state of a request that is refused; empty where the state itself is what is wrong. */
function stateOf(parameters: Parameters): string {
  try {
    const state = parameters.asSent('state');
    return state.length > maxStateLength ? '' : state;
  } catch {
    return '';
  }
}
