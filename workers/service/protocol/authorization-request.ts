import { readPrompt } from '../../core/protocol/prompts.ts';
import {
  type RequestingApplication,
  type RequestReader,
  type RequestReaders,
  readerOf,
} from './request-reader.ts';
import { type AuthorizationRequest, checkItems, checkRedirectUri, type SentRequest } from './sent-request.ts';

/** Reads the authorization requests of §4.1, which are all that no other reader recognizes. */
const plainReader: Pick<RequestReader, 'check'> = {
  check: (application, sent) => ({
    redirect_uri: checkRedirectUri(application.redirect_uris, sent),
    ...checkItems(application, sent, { needsState: true, readPrompt }),
  }),
};

/**
 * Validates an authorization request that a browser sent or the application pushed. @throws {ProtocolError} as
 * {@link RequestReader.check}.
 */
export const checkAuthorizationRequest = (
  readers: RequestReaders,
  application: RequestingApplication,
  sent: SentRequest,
): AuthorizationRequest => (readerOf(readers, application, sent) ?? plainReader).check(application, sent);
