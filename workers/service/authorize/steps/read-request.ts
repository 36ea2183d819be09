import type { Attribute } from '../../../../packages/plid/protocol/user-record.ts';
import type { Language } from '../../../core/http/language.ts';
import { attributesIn } from '../../../core/openid/scopes.ts';
import { readParameters } from '../../../core/protocol/parameters.ts';
import type { Application } from '../../shared/applications.ts';
import {
  type AuthorizationRequest,
  authorizationItems,
  checkAuthorizationRequest,
} from '../../shared/authorization-request.ts';
import { checkRequestUri, openRequest } from '../../shared/pushed-requests.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import { pageLanguage } from '../sign-in/page-language.ts';
import { checkClient } from '../sign-in/sign-in-client.ts';
import { hintedUser } from './check-id-token-hint.ts';

/** An authorization request that may be answered. */
export interface ReadRequest extends AuthorizationRequest {
  application: Application;
  /** The attributes that it asks for, and those of them that may be refused: those of the application, or of them what the scope of an OpenID request needs. */
  asked: Attribute[];
  optional: Attribute[];
  /** The language of the pages: the one that it asks for, or the browser's. */
  language: Language;
  /** If it was pushed. */
  request_uri?: string;
  /** It was pushed, and too long ago to begin a sign-in. */
  isExpired: boolean;
  /** The one person who may log in, where it names one; empty for nobody without a page. */
  hinted?: string;
}

/**
 * Reads an authorization request, out of its query string and, for a POST, its form. Of one that was pushed nothing else in the address
 * counts (RFC 9126 §4). Only a refusal of an OpenID request whose redirect address is verified is redirected.
 * @throws {ProtocolError} for the first check that fails, in the order of the statements here.
 */
export async function readRequest(context: AuthorizeContext): Promise<ReadRequest> {
  const parameters = await readParameters(context.request);
  const sent = parameters.parse(authorizationItems);
  const browserLanguage = pageLanguage(context);
  const application = await checkClient(context, sent, browserLanguage);
  const request_uri = checkRequestUri(application, sent);
  const { request, isExpired } =
    request_uri !== undefined
      ? await openRequest(context.env.KEYS, application, request_uri, context.now)
      : { request: checkAuthorizationRequest(application, sent), isExpired: false };
  const hinted = await hintedUser(context, application, request.id_token_hint);
  const { attributes, optional = [] } = application;
  return {
    ...{ ...request, application, isExpired },
    ...(request_uri !== undefined && { request_uri }),
    asked: attributesIn(request.scope, attributes),
    optional: attributesIn(request.scope, optional),
    language: request.uiLanguage ?? browserLanguage,
    ...(hinted !== undefined && { hinted }),
  };
}
