import { isLanguage, type Language } from '../../core/http/language.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import type { Parameters } from '../../core/protocol/parameters.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { Application } from './applications.ts';
import { readChallenge } from './code-challenge.ts';
import * as serviceRefusals from './service-refusals.ts';

/** Any other `prompt` counts as absent. */
export const prompts = ['select_account', 'login', 'none'] as const;

/** The parameters of an authorization request (§4.1) that have passed every check. */
export interface AuthorizationRequest {
  redirect_uri: string;
  /** As it was sent, percent-encoded. */
  state: string;
  /** RFC 7636, S256. */
  code_challenge?: string;
  prompt?: (typeof prompts)[number];
  isHybrid: boolean;
  /** The first language of `ui_locales` that we speak. */
  uiLanguage?: Language;
}

/** Of `state` as it is sent, percent-encoding included, in characters. */
const maxStateLength = 2_048;

/**
 * Checks an authorization request of an application, whether a browser brings it or the application pushes it.
 * @throws {ProtocolError} for the first check that fails, in the order of the statements here.
 */
export function checkAuthorizationRequest(
  { redirect_uris, pkce }: Pick<Application, 'redirect_uris' | 'pkce'>,
  parameters: Parameters,
): AuthorizationRequest {
  const redirect_uri = parameters.required('redirect_uri');
  if (!redirect_uris.includes(redirect_uri))
    throw new ProtocolError(serviceRefusals.unregistered_redirect, { value: redirect_uri });
  if (parameters.required('response_type') !== 'code')
    throw new ProtocolError(refusals.invalid_item, { item: 'response_type' });
  const state = parameters.requiredAsSent('state');
  if (state.length > maxStateLength)
    throw new ProtocolError(refusals.too_long, { item: 'state', value: String(maxStateLength) });
  const asked = parameters.optional('prompt');
  const prompt = prompts.find((known) => known === asked);
  const isHybrid = parameters.optional('isHybrid') === 'Y';
  const code_challenge = readChallenge(parameters, pkce);
  // Tags of RFC 5646 in order of preference, separated by spaces.
  const locales = parameters.optional('ui_locales')?.toLowerCase().split(' ') ?? [];
  const uiLanguage = locales.map((tag) => tag.split('-')[0] ?? '').find(isLanguage);
  return {
    redirect_uri,
    state,
    isHybrid,
    ...(prompt && { prompt }),
    ...(code_challenge && { code_challenge }),
    ...(uiLanguage && { uiLanguage }),
  };
}
