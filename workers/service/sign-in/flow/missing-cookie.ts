import { ProtocolError, type Refusal } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { accountClientId, accountPath } from '../../registry/account-client.ts';
import type { Application } from '../../registry/applications.ts';
import { clientIdInSignInId, firstExpiryOf, hasCookies } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import { pageLanguage } from './page-language.ts';
import { findClient } from './sign-in-client.ts';

/**
 * The error for a request from a browser that doesn't have the sign-in's cookie. The error page links to the
 * application if the application is known.
 */
export class MissingCookieError extends ProtocolError {
  readonly application: Application | undefined;
  /** Whether the browser appears to block cookies, because it sent a form without any of the service's cookies. */
  readonly isWithoutCookies: boolean;

  constructor(refusal: Refusal, application: Application | undefined, isWithoutCookies = false) {
    super(refusal, refusal === refusals.invalid_item ? { item: 'flow' } : {});
    this.application = application;
    this.isWithoutCookies = isWithoutCookies;
  }
}

/**
 * Returns the error for a sign-in that this browser doesn't have. The ID may be forged, so its client ID only
 * selects the registered application that the page links to. A form comes from a page that has just set a cookie
 * in this browser. A form without cookies therefore suggests that the browser blocks them. @param flow ID of the
 * sign-in, as the request contains it. @throws {ProtocolError} `unavailable`.
 */
export async function missingCookieError(
  context: AuthorizeContext,
  flow: string,
): Promise<MissingCookieError> {
  const { request, now } = context;
  const client_id = clientIdInSignInId(flow);
  const application =
    client_id === undefined ? undefined : await findClient(context, client_id, pageLanguage(context));
  const isFromOurPage = request.method === 'POST' && now < firstExpiryOf(flow);
  return new MissingCookieError(refusals.invalid_item, application, isFromOurPage && !hasCookies(request));
}

/**
 * Returns the start page of an application, at the origin of a registered redirect URI. Undefined if all of its
 * redirect URIs use app schemes.
 */
export function applicationStartPage({
  client_id,
  redirect_uris,
}: Pick<Application, 'client_id' | 'redirect_uris'>): string | undefined {
  if (client_id === accountClientId) return accountPath;
  const callback = ['https:', 'http:'].flatMap((scheme) =>
    redirect_uris.filter((uri) => uri.startsWith(scheme)),
  )[0];
  return callback === undefined ? undefined : `${new URL(callback).origin}/`;
}
