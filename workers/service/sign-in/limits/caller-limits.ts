import { callerNetwork, rateLimitKeyOfCaller } from '../../../core/http/rate-limit-key.ts';
import { type ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callRateLimit } from '../../../core/storage/call-with-timeout.ts';
import type { Caller } from '../../objects/phone-request-limits.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';

/** Period of all sign-in limits, in seconds. */
export const signInLimitPeriod = 60;

type Counting = Pick<AuthorizeContext, 'request' | 'env'>;
type Limit =
  | 'SIGN_IN_LIMIT'
  | 'NETWORK_LIMIT'
  | 'APPLICATION_LIMIT'
  | 'KNOWN_LIMIT'
  | 'APPLICATION_KNOWN_LIMIT';

/**
 * Counts a sign-in before any other call. If the browser's cookie states that the number knows the browser, only
 * the browser's own limit applies. Unknown callers therefore can't use up that limit. Any other sign-in counts
 * toward the limits of its IP address, its IPv6 network, and its application. The IP address limit prevents one
 * sender from asking many phones in turn. Cloudflare always passes the IP address. If the IP address is missing,
 * or on a local machine, only the application's limit applies. @param caller Undefined if the phone number isn't
 * known yet. @returns `too_many_requests` if a limit is reached. @throws {ProtocolError} `unavailable`.
 */
export const limitSignIns = async (
  context: Counting,
  client_id: string,
  caller?: Pick<Caller, 'caller' | 'known'>,
): Promise<ProtocolError | undefined> =>
  caller?.known ? count(context, 'KNOWN_LIMIT', caller.caller) : limitStrangers(context, client_id);

/**
 * Counts a sign-in from a browser that has a cookie. Call this after the phone number's Durable Object has checked
 * whether it recognizes the browser. If the cookie's sign-in was revoked, the limits for unknown callers apply.
 * The application's limit for known browsers counts only browsers that the object has confirmed. An attacker
 * therefore needs hundreds of real numbers to exhaust this limit. Returns and throws the same as {@link limitSignIns}.
 */
export const limitKnownBrowser = async (
  context: Counting,
  client_id: string,
  isKnown: boolean,
): Promise<ProtocolError | undefined> =>
  isKnown ? count(context, 'APPLICATION_KNOWN_LIMIT', client_id) : limitStrangers(context, client_id);

const limitStrangers = async (context: Counting, client_id: string): Promise<ProtocolError | undefined> =>
  (await count(context, 'SIGN_IN_LIMIT', rateLimitKeyOfCaller(context.request))) ??
  (await count(context, 'NETWORK_LIMIT', callerNetwork(context.request))) ??
  (await count(context, 'APPLICATION_LIMIT', client_id));

async function count(
  { env }: Counting,
  limit: Limit,
  key: string | undefined,
): Promise<ProtocolError | undefined> {
  if (key === undefined) return undefined;
  const { success } = await callRateLimit('counting a sign-in', env[limit].limit({ key }));
  return success ? undefined : retryLaterError(refusals.too_many_requests, signInLimitPeriod, limit);
}
