import { readScope } from '../../../core/openid/scopes.ts';
import { readChallenge } from '../../../core/protocol/code-challenge.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readPromptList } from '../../../core/protocol/prompts.ts';
import type { RequestingApplication, RequestReader } from '../../shared/request-reader.ts';
import { type ReturnAddress, ReturnedError } from '../../shared/returned-error.ts';
import {
  type AuthorizationRequest,
  checkRedirectUri,
  checkResponseType,
  checkStateLength,
  languageOf,
  maxStateLength,
  optionalItems,
  refuseRepeated,
  type SentRequest,
} from '../../shared/sent-request.ts';
import { checkOpenIdParameters } from './openid-parameters.ts';

/** Maximum total length of `state` and `nonce` (as JSON), in bytes. The sign-in's cookie contains both. */
const maxKeptLength = maxStateLength + 240;

/**
 * Reads the authorization requests of OpenID Connect (OpenID Connect Core 1.0 §3.1.2.1). After the redirect URI was
 * verified, errors are returned to it.
 */
export const openIdReader: RequestReader = {
  recognizes: ({ openid }, sent) =>
    Boolean(openid) && (sent.repeated.includes('scope') || readScope(sent.values.scope) !== undefined),
  check(application, sent) {
    const redirect_uri = checkRedirectUri(application.redirect_uris, sent);
    refuseRepeated(sent, ['scope']);
    try {
      return { redirect_uri, ...checkReturnable(application, sent) };
    } catch (failure) {
      if (!(failure instanceof ProtocolError)) throw failure;
      throw new ReturnedError(failure, returnAddress(application, sent, redirect_uri));
    }
  },
  returned(application, sent, error) {
    refuseRepeated(sent, ['scope']);
    const { redirect_uri = '' } = sent.values;
    if (!application.redirect_uris.includes(redirect_uri)) return error;
    return new ReturnedError(error, returnAddress(application, sent, redirect_uri));
  },
};

function checkReturnable(
  { pkce }: RequestingApplication,
  sent: SentRequest,
): Omit<AuthorizationRequest, 'redirect_uri'> {
  checkResponseType(sent);
  refuseRepeated(sent, ['state']);
  const state = checkStateLength(sent);
  refuseRepeated(sent, optionalItems);
  const uiLanguage = languageOf(sent);
  const prompt = readPromptList(sent.values.prompt);
  const code_challenge = readChallenge(sent.values, pkce);
  const scope = readScope(sent.values.scope);
  return {
    state,
    isHybrid: sent.values.isHybrid === 'Y',
    ...(scope !== undefined && { scope }),
    ...checkOpenIdParameters(sent, maxKeptLength - state.length),
    ...(prompt && { prompt }),
    ...(code_challenge && { code_challenge }),
    ...(uiLanguage && { uiLanguage }),
  };
}

/**
 * Returns the address for an error response. An invalid `state` is omitted. The response is posted in a form only
 * if the request's `response_mode` is valid.
 */
const returnAddress = (
  application: RequestingApplication,
  { values, state }: SentRequest,
  redirect_uri: string,
): ReturnAddress => ({
  application,
  redirect_uri,
  statesIssuer: true,
  state: state.length > maxStateLength ? '' : state,
  ...(values.response_mode === 'form_post' && { formPost: true }),
});
