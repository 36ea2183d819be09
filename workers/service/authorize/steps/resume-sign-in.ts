import { digestOf } from '../../shared/redirect-digest.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import { readSignIns } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import { MissingCookieError } from '../sign-in/missing-cookie.ts';
import { pathOf, seeOther } from '../sign-in/sign-in-paths.ts';
import { hasEnded } from '../sign-in/sign-in-status.ts';
import type { ReadRequest } from './read-request.ts';

/**
 * Goes on with the sign-in that a pushed request began in this browser: its page was loaded again after the request had expired, as phones do
 * with a page that they have put away, or after a request that works once was used.
 * @throws {ProtocolError} `request_expired` where this browser has none.
 */
export async function resumeSignIn(
  context: AuthorizeContext,
  { application, redirect_uri, state }: ReadRequest,
): Promise<Response> {
  const digest = await digestOf(redirect_uri);
  const begun = (await readSignIns(context)).find(
    (signIn) =>
      signIn.client_id === application.client_id &&
      signIn.redirect_uri_digest === digest &&
      signIn.state === state &&
      !hasEnded({ signIn, now: context.now }),
  );
  if (begun === undefined) throw new MissingCookieError(serviceRefusals.request_expired, application);
  return seeOther(pathOf('sign-in', begun.id));
}
