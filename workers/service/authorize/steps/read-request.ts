import type { Attribute } from '../../../../packages/plid/protocol/user-record.ts';
import type { Language } from '../../../core/http/language.ts';
import { attributesForScope } from '../../../core/openid/scopes.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import type { Application } from '../../shared/applications.ts';
import {
  type AuthorizationRequest,
  authorizationParameterNames,
  checkAuthorizationRequest,
} from '../../shared/authorization-request.ts';
import { checkRequestUri, decryptPushedRequest } from '../../shared/pushed-requests.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import { pageLanguage } from '../sign-in/page-language.ts';
import { requireRequestedClient } from '../sign-in/sign-in-client.ts';
import { hintedUser } from './check-id-token-hint.ts';

/** A validated authorization request. */
export interface ReadRequest extends AuthorizationRequest {
  application: Application;
  /**
   * The requested attributes. These are all attributes that the application is registered for, or only those that
   * an OpenID request's scope needs. `optional` contains the attributes that the user may refuse.
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
   * The plid of the only user who may sign in, if `id_token_hint` identifies a user. If the hint isn't valid, the
   * value is empty: automatic login is refused, but any user may sign in on the page.
   */
  hinted?: string;
}

/**
 * Reads an authorization request from the parameters of its query string and, for a POST, of its form. A pushed request replaces
 * all parameters except `client_id` and `request_uri` (RFC 9126 §4). If validation fails, only an OpenID request
 * with a verified redirect URI is redirected back to the application. @throws {ProtocolError} if a check fails.
 * The checks run in the order of the statements here, and the first one that fails determines the error.
 */
export async function readAuthorizationRequest(
  context: AuthorizeContext,
  parameters: Parameters,
): Promise<ReadRequest> {
  const sent = parameters.parse(authorizationParameterNames);
  const browserLanguage = pageLanguage(context);
  const application = await requireRequestedClient(context, sent, browserLanguage);
  const request_uri = checkRequestUri(application, sent);
  const { request, isExpired } =
    request_uri !== undefined
      ? await decryptPushedRequest(context.env.KEYS, application, request_uri, context.now)
      : { request: checkAuthorizationRequest(application, sent), isExpired: false };
  const hinted = await hintedUser(context, application, request.id_token_hint);
  const { attributes, optional = [] } = application;
  return {
    ...request,
    application,
    isExpired,
    ...(request_uri !== undefined && { request_uri }),
    asked: attributesForScope(request.scope, attributes),
    optional: attributesForScope(request.scope, optional),
    language: request.uiLanguage ?? browserLanguage,
    ...(hinted !== undefined && { hinted }),
  };
}
