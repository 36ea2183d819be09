import type { Language } from '../../../core/http/language.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import type { Attribute } from '../../../core/protocol/user-record.ts';
import { checkAuthorizationRequest } from '../../protocol/authorization-request.ts';
import { readerOf } from '../../protocol/request-reader.ts';
import {
  type AuthorizationRequest,
  authorizationParameterNames,
  invalidItem,
  refuseRepeated,
  type SentRequest,
} from '../../protocol/sent-request.ts';
import type { Application } from '../../registry/applications.ts';
import { checkRequestUri, decryptPushedRequest } from '../../tokens/pushed-requests.ts';
import { formatOf } from '../flow/format-of.ts';
import { pageLanguage } from '../flow/page-language.ts';
import type { RequestFormat, RequestFormats } from '../flow/request-format.ts';
import { requireRequestedClient } from '../flow/sign-in-client.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';

/** A validated authorization request. */
export interface ReadRequest extends AuthorizationRequest {
  application: Application;
  format: RequestFormat;
  /**
   * The requested attributes. These are all attributes that the application is registered for, or only those that
   * the request asks for. `optional` contains the attributes that the user may refuse.
   */
  asked: Attribute[];
  optional: Attribute[];
  /** Language of the pages. This is the requested language, or the browser's language if none was requested. */
  language: Language;
  /** Set if the request was pushed (RFC 9126). */
  request_uri?: string;
  /** Whether the request was pushed too long ago to start a sign-in. */
  isExpired: boolean;
  /**
   * The plid of the only user who may sign in, if the request names a user. If the name isn't valid, the value is empty:
   * automatic login is refused, but any user may sign in on the page.
   */
  hinted?: string;
}

/**
 * Reads an authorization request from the parameters of its query string and, for a POST, of its form. A pushed
 * request replaces all parameters except `client_id` and `request_uri` (RFC 9126 §4). Only some formats return an
 * error to the application. @throws {ProtocolError} if a check fails. The checks run in the order of the statements
 * here, and the first one that fails determines the error.
 */
export async function readAuthorizationRequest(
  context: AuthorizeContext,
  formats: RequestFormats,
  parameters: Parameters,
): Promise<ReadRequest> {
  const sent = parameters.parse(authorizationParameterNames);
  const browserLanguage = pageLanguage(context);
  const application = await requireRequestedClient(context, sent, browserLanguage);
  const request_uri = checkRequestUri(application, sent, () =>
    requestByReferenceError(formats, application, sent),
  );
  const { request, isExpired } =
    request_uri !== undefined
      ? await decryptPushedRequest(context.env.KEYS, application, request_uri, context.now)
      : { request: checkAuthorizationRequest(formats, application, sent), isExpired: false };
  const format = formatOf(formats, request);
  const hinted = await format.namedUser?.(context, application.client_id, request);
  const { attributes, optional = [] } = application;
  return {
    ...request,
    application,
    format,
    isExpired,
    ...(request_uri !== undefined && { request_uri }),
    asked: format.attributesOf(request, attributes),
    optional: format.attributesOf(request, optional),
    language: request.uiLanguage ?? browserLanguage,
    ...(hinted !== undefined && { hinted }),
  };
}

/**
 * Returns the error for a request passed by reference (OpenID Connect Core 1.0 §6.2), which the service doesn't
 * fetch. @throws {ProtocolError} `invalid_item` if `redirect_uri` or a parameter that decides the format is repeated.
 */
function requestByReferenceError(
  formats: RequestFormats,
  application: Application,
  sent: SentRequest,
): ProtocolError {
  refuseRepeated(sent, ['redirect_uri']);
  const error = invalidItem('request_uri');
  return readerOf(formats, application, sent)?.returned?.(application, sent, error) ?? error;
}
