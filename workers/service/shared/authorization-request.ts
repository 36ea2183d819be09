import { readChallenge } from '../../core/protocol/code-challenge.ts';
import type { ProtocolError } from '../../core/protocol/errors.ts';
import { readPrompt } from '../../core/protocol/prompts.ts';
import type { RequestingApplication, RequestReader, RequestReaders } from './request-reader.ts';
import {
  type AuthorizationRequest,
  checkRedirectUri,
  checkResponseType,
  checkStateLength,
  invalidItem,
  languageOf,
  missingItem,
  optionalItems,
  refuseRepeated,
  type SentRequest,
} from './sent-request.ts';

/** Reads the authorization requests of §4.1, which are all that no other reader recognizes. */
export const plainReader: RequestReader = {
  recognizes: () => true,
  check(application, sent) {
    const redirect_uri = checkRedirectUri(application.redirect_uris, sent);
    checkResponseType(sent);
    refuseRepeated(sent, ['state']);
    if (sent.state === '') throw missingItem('state');
    const state = checkStateLength(sent);
    refuseRepeated(sent, optionalItems);
    const uiLanguage = languageOf(sent);
    const prompt = readPrompt(sent.values.prompt);
    const code_challenge = readChallenge(sent.values, application.pkce);
    return {
      redirect_uri,
      state,
      isHybrid: sent.values.isHybrid === 'Y',
      ...(prompt && { prompt }),
      ...(code_challenge && { code_challenge }),
      ...(uiLanguage && { uiLanguage }),
    };
  },
};

/**
 * Validates an authorization request that a browser sent or the application pushed. @throws {ProtocolError} as
 * {@link RequestReader.check}.
 */
export const checkAuthorizationRequest = (
  readers: RequestReaders,
  application: RequestingApplication,
  sent: SentRequest,
): AuthorizationRequest => readerOf(readers, application, sent).check(application, sent);

/**
 * Returns the error for a request passed by reference (OpenID Connect Core 1.0 §6.2), which the service doesn't
 * fetch. @throws {ProtocolError} `invalid_item` if `redirect_uri` or a parameter
 * that decides the format is repeated.
 */
export function requestByReferenceError(
  readers: RequestReaders,
  application: RequestingApplication,
  sent: SentRequest,
): ProtocolError {
  refuseRepeated(sent, ['redirect_uri']);
  const error = invalidItem('request_uri');
  return readerOf(readers, application, sent).returned?.(application, sent, error) ?? error;
}

const readerOf = (readers: RequestReaders, application: RequestingApplication, sent: SentRequest) =>
  readers.find((reader) => reader.recognizes(application, sent)) ?? plainReader;
