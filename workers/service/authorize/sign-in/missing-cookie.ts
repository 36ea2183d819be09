import { ProtocolError, type Refusal } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { accountClientId, accountPath } from '../../shared/account-client.ts';
import type { Application } from '../../shared/applications.ts';
import { clientOf, firstExpiryOf, hasCookies } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from './authorize-settings.ts';
import { pageLanguage } from './page-language.ts';
import { findClient } from './sign-in-client.ts';

/** A refusal of a request whose sign-in this browser does not have. Its page leads to the application, where that is known. */
export class MissingCookieError extends ProtocolError {
  readonly application: Application | undefined;
  /** Whether the browser has kept no cookie of the page whose form it sends. */
  readonly isWithoutCookies: boolean;

  constructor(refusal: Refusal, application: Application | undefined, isWithoutCookies = false) {
    super(refusal, refusal === refusals.invalid_item ? { item: 'flow' } : {});
    this.application = application;
    this.isWithoutCookies = isWithoutCookies;
  }
}

/**
 * The refusal of a sign-in that this browser does not have. Anybody can make up an id: its client decides nothing but which registered application
 * the page names. A form comes from a page that this browser has just been shown, with a cookie.
 * @param flow as the request names it. @throws {ProtocolError} `unavailable`.
 */
export async function missingCookieError(
  context: AuthorizeContext,
  flow: string,
): Promise<MissingCookieError> {
  const { request, now } = context;
  const client_id = clientOf(flow);
  const application =
    client_id === undefined ? undefined : await findClient(context, client_id, pageLanguage(context));
  const isOfOurForm = request.method === 'POST' && now < firstExpiryOf(flow);
  return new MissingCookieError(refusals.invalid_item, application, isOfOurForm && !hasCookies(request));
}

/** The first page of an application: of an origin that is registered as its own. Undefined where it has none but those of apps. */
export function homeOf({ client_id, redirect_uris }: Application): string | undefined {
  if (client_id === accountClientId) return accountPath;
  const callback = ['https:', 'http:'].flatMap((scheme) =>
    redirect_uris.filter((uri) => uri.startsWith(scheme)),
  )[0];
  return callback === undefined ? undefined : `${new URL(callback).origin}/`;
}
