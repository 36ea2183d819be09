import { sha256Base64url } from '../../../core/crypto/bytes.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { namedObject } from '../../../core/storage/named-object.ts';
import { usedRequestLifetime } from '../../settings/service-lifetimes.ts';
import type { AuthorizeContext } from '../flow/authorize-settings.ts';
import type { ReadRequest } from './read-request.ts';

/**
 * Returns whether a request may start a sign-in. For applications that are registered with `par: once`, this
 * marks the pushed request as used (RFC 9126 §4). Each such request has its own object, so that exactly one of
 * several browsers continues. Other requests need no call to an object.
 * @throws {ProtocolError} `unavailable` if the object can't be reached.
 */
export async function claimPushedRequestUse(
  { env, now }: AuthorizeContext,
  { application, request_uri, isExpired }: Pick<ReadRequest, 'application' | 'request_uri' | 'isExpired'>,
): Promise<boolean> {
  if (isExpired) return false;
  if (request_uri === undefined || application.par !== 'once') return true;
  const object = namedObject(env.PUSHED_REQUEST, await sha256Base64url(request_uri), env);
  return callObject<boolean>('using a pushed request', object.use(now + usedRequestLifetime, now));
}
