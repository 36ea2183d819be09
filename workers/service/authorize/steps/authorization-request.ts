import { isLanguage, type Language } from '../../../core/http/language.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readParameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { Application } from '../../shared/applications.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import { pageLanguage } from '../sign-in/page-language.ts';
import { readClient } from '../sign-in/sign-in-client.ts';
import { readChallenge } from './code-challenge.ts';

/** Any other `prompt` counts as absent. */
const prompts = ['select_account', 'login', 'none'] as const;

/** An authorization request (§4.1) that has passed every check. */
export interface AuthorizationRequest {
  application: Application;
  redirect_uri: string;
  /** As it was sent, percent-encoded. */
  state: string;
  /** RFC 7636, S256. */
  code_challenge?: string;
  prompt?: (typeof prompts)[number];
  isHybrid: boolean;
  /** The first language of `ui_locales` that we speak. */
  uiLanguage?: Language;
  /** The language of the pages: that, or the browser's. */
  language: Language;
}

/** Of `state` as it is sent, percent-encoding included, in characters. */
const maxStateLength = 2_048;

/**
 * Reads an authorization request, out of its query string and, for a POST, its form. No refusal is redirected, neither before the redirect address is verified
 * nor after.
 * @throws {ProtocolError} for the first check that fails, in the order of the statements here.
 */
export async function readAuthorizationRequest(context: AuthorizeContext): Promise<AuthorizationRequest> {
  const browserLanguage = pageLanguage(context);
  const parameters = await readParameters(context.request);
  const application = await readClient(context, parameters, browserLanguage);
  const redirect_uri = parameters.required('redirect_uri');
  if (!application.redirect_uris.includes(redirect_uri))
    throw new ProtocolError(serviceRefusals.unregistered_redirect, { value: redirect_uri });
  if (parameters.required('response_type') !== 'code')
    throw new ProtocolError(refusals.invalid_item, { item: 'response_type' });
  const state = parameters.requiredAsSent('state');
  if (state.length > maxStateLength)
    throw new ProtocolError(refusals.too_long, { item: 'state', value: String(maxStateLength) });
  const asked = parameters.optional('prompt');
  const prompt = prompts.find((known) => known === asked);
  const isHybrid = parameters.optional('isHybrid') === 'Y';
  const code_challenge = readChallenge(parameters);
  // Tags of RFC 5646 in order of preference, separated by spaces.
  const locales = parameters.optional('ui_locales')?.toLowerCase().split(' ') ?? [];
  const uiLanguage = locales.map((tag) => tag.split('-')[0] ?? '').find(isLanguage);
  return {
    application,
    redirect_uri,
    state,
    isHybrid,
    language: uiLanguage ?? browserLanguage,
    ...(prompt && { prompt }),
    ...(code_challenge && { code_challenge }),
    ...(uiLanguage && { uiLanguage }),
  };
}
