import { sha256Base64url } from '../../../../packages/plid/crypto/bytes.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { namedObject } from '../../../core/storage/named-object.ts';
import { usedRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import type { ReadRequest } from './read-request.ts';

/**
 * Whether a request may begin a sign-in. A pushed request of an application that is registered with `par: once` is used up by this (RFC 9126
 * §4), in an object of its own, so that of several browsers exactly one goes on. No other request costs a call.
 * @throws {ProtocolError} `unavailable` if the object can't be asked.
 */
export async function usePushedRequest(
  { env, now }: AuthorizeContext,
  { application, request_uri, isExpired }: Pick<ReadRequest, 'application' | 'request_uri' | 'isExpired'>,
): Promise<boolean> {
  if (isExpired) return false;
  if (request_uri === undefined || application.par !== 'once') return true;
  const object = namedObject(env.PUSHED_REQUEST, await sha256Base64url(request_uri), env);
  return callObject<boolean>('using a pushed request', object.use(now + usedRequestLifetime, now));
}
