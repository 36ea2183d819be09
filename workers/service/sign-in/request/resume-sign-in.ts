import { redirectUriDigest } from '../../protocol/redirect-digest.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import { readSignIns } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from '../flow/authorize-settings.ts';
import { MissingCookieError } from '../flow/missing-cookie.ts';
import { seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import { hasEnded } from '../flow/sign-in-status.ts';
import type { ReadRequest } from './read-request.ts';

/**
 * Resumes the sign-in that a pushed request started in this browser. Its page may be loaded again after the
 * request has expired or a single-use request was used. For example, a phone may restore a suspended page.
 * @throws {ProtocolError} `request_expired` if this browser has no such sign-in.
 */
export async function resumeSignIn(
  context: AuthorizeContext,
  { application, redirect_uri, state }: ReadRequest,
): Promise<Response> {
  const digest = await redirectUriDigest(redirect_uri);
  const open = (await readSignIns(context)).find(
    (signIn) =>
      signIn.client_id === application.client_id &&
      signIn.redirect_uri_digest === digest &&
      signIn.state === state &&
      !hasEnded({ signIn, now: context.now }),
  );
  if (open === undefined) throw new MissingCookieError(serviceRefusals.request_expired, application);
  return seeOther(signInPagePath('sign-in', open.id));
}
