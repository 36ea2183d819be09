import { isLanguage, type Language } from '../../core/http/language.ts';
import {
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
import { ReturnedError } from './returned-error.ts';

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
  const scope = application.openid ? readScope(parameters.optional('scope')) : undefined;
  const rest = () => ({ redirect_uri, ...checkRest(application, parameters, scope) });
  if (scope === undefined) return rest();
  try {
    return rest();
  } catch (failure) {
    if (!(failure instanceof ProtocolError)) throw failure;
    throw new ReturnedError(failure, { application, redirect_uri, state: stateOf(parameters), scope });
  }
}

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
    ...(scope !== undefined && { scope, ...readOpenIdRequest(parameters.several(openIdItems)) }),
  };
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
