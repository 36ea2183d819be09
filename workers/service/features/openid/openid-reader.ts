import { utf8 } from '../../../core/crypto/bytes.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readPromptList } from '../../../core/protocol/prompts.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import {
  type OpenIdRequest,
  openIdParameterNames,
  readOpenIdRequest,
} from '../../../openid/openid-request.ts';
import { readScope } from '../../../openid/scopes.ts';
import type { RequestingApplication, RequestReader } from '../../protocol/request-reader.ts';
import { type ReturnAddress, ReturnedError } from '../../protocol/returned-error.ts';
import {
  checkItems,
  checkRedirectUri,
  maxStateLength,
  refuseRepeated,
  type SentRequest,
} from '../../protocol/sent-request.ts';

/** Maximum total length of `state` and `nonce` (as JSON), in bytes. The sign-in's cookie contains both. */
const maxKeptLength = maxStateLength + 240;

/**
 * Reads the authorization requests of OpenID Connect (OpenID Connect Core 1.0 §3.1.2.1). After the redirect URI was
 * verified, errors are returned to it.
 */
export const openIdReader: RequestReader = {
  recognizes: ({ openid }, sent) =>
    openid !== '' && (sent.repeated.includes('scope') || readScope(sent.values.scope) !== undefined),
  check(application, sent) {
    const redirect_uri = checkRedirectUri(application.redirect_uris, sent);
    refuseRepeated(sent, ['scope']);
    try {
      const items = checkItems(application, sent, { readPrompt: readPromptList });
      const scope = readScope(sent.values.scope);
      const openId = checkOpenIdItems(sent, maxKeptLength - items.state.length);
      return { redirect_uri, ...items, ...(scope !== undefined && { scope }), ...openId };
    } catch (failure) {
      if (!(failure instanceof ProtocolError)) throw failure;
      throw new ReturnedError(failure, returnAddress(application, sent, redirect_uri));
    }
  },
};

/**
 * Checks the items that only OpenID Connect requests have. @param maxNonceLength the maximum length of the nonce as JSON,
 * in bytes. @throws {ProtocolError} `invalid_item`, `too_long`.
 */
function checkOpenIdItems(sent: SentRequest, maxNonceLength: number): Omit<OpenIdRequest, 'scope'> {
  refuseRepeated(sent, openIdParameterNames);
  const read = readOpenIdRequest(sent.values);
  if (read.nonce !== undefined && utf8(JSON.stringify(read.nonce)).length - 2 > maxNonceLength)
    throw new ProtocolError(refusals.too_long, { item: 'nonce', value: String(maxNonceLength) });
  return read;
}

/**
 * Returns the address for an error response. An invalid `state` is omitted. The response is posted in a form only
 * if the request's `response_mode` is valid.
 */
export const returnAddress = (
  application: RequestingApplication,
  { values, state }: SentRequest,
  redirect_uri: string,
): ReturnAddress => ({
  application,
  redirect_uri,
  format: { statesIssuer: true },
  state: state.length > maxStateLength ? '' : state,
  ...(values.response_mode === 'form_post' && { formPost: true }),
});
