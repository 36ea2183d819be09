import { sha256Base64url } from '../../../core/crypto/bytes.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { namedObject } from '../../../core/storage/named-object.ts';
import { redirectUriDigest } from '../../protocol/redirect-digest.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import { usedRequestLifetime } from '../../settings/service-lifetimes.ts';
import { readSignIns } from '../cookies/sign-in-cookie.ts';
import { MissingCookieError } from '../flow/missing-cookie.ts';
import { seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import { hasEnded } from '../flow/sign-in-status.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { ReadRequest } from './read-request.ts';

/**
 * Returns undefined if a request may start a sign-in. If a pushed request has expired or was used, redirects to the
 * sign-in that it started in this browser. Its page may be loaded again later. For example, a phone may restore a
 * suspended page. @throws {ProtocolError} `request_expired` if this browser has no such sign-in, `unavailable`.
 */
export const resumeUsedRequest = async (
  context: AuthorizeContext,
  request: ReadRequest,
): Promise<Response | undefined> =>
  (await claimPushedRequestUse(context, request)) ? undefined : resumeSignIn(context, request);

/**
 * Returns whether a request may start a sign-in. For applications that are registered with `par: once`, this
 * marks the pushed request as used (RFC 9126 §4). Each such request has its own object, so that exactly one of
 * several browsers continues. Other requests need no call to an object.
 * @throws {ProtocolError} `unavailable` if the object can't be reached.
 */
async function claimPushedRequestUse(
  { env, now }: AuthorizeContext,
  { application, request_uri, isExpired }: Pick<ReadRequest, 'application' | 'request_uri' | 'isExpired'>,
): Promise<boolean> {
  if (isExpired) return false;
  if (request_uri === undefined || application.par !== 'once') return true;
  const object = namedObject(env.PUSHED_REQUEST, await sha256Base64url(request_uri), env);
  return callObject<boolean>('using a pushed request', object.use(now + usedRequestLifetime, now));
}

async function resumeSignIn(
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
