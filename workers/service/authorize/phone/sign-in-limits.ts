import { callerKey, callerNetwork } from '../../../core/http/address-key.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callRateLimit } from '../../../core/storage/call-with-timeout.ts';
import type { Caller } from '../../objects/request-limits.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/** The period of all limits of sign-ins, in seconds. */
export const limitPeriod = 60;

type Counting = Pick<AuthorizeContext, 'request' | 'env'>;
type Limit =
  | 'SIGN_IN_LIMIT'
  | 'NETWORK_LIMIT'
  | 'APPLICATION_LIMIT'
  | 'KNOWN_LIMIT'
  | 'APPLICATION_KNOWN_LIMIT';

/**
 * Counts a sign-in before anything else is asked. That of a browser whose cookie says that it is known counts for that browser alone: no stranger
 * uses up what is its own. Any other counts for its address, so that one sender cannot ask many phones in turn, for the network of an IPv6 address,
 * and for the application. Cloudflare always passes the address; without one, or from this machine itself, only the application is counted.
 * @param caller is missing where no number is asked for.
 * @throws {ProtocolError} `too_many_requests` (429), `unavailable`.
 */
export async function limitSignIns(context: Counting, client_id: string, caller?: Caller): Promise<void> {
  if (caller?.known) await count(context, 'KNOWN_LIMIT', caller.caller);
  else await limitStrangers(context, client_id);
}

/**
 * Counts a sign-in that was counted as that of a known browser, now that the number's object has judged it: a cookie alone, whose sign-in was ended,
 * opens no way past the limits of strangers. The share of an application counts only what that object lets through, so that it takes
 * hundreds of real numbers to use it up.
 * @throws {ProtocolError} `too_many_requests` (429), `unavailable`.
 */
export async function limitKnown(context: Counting, client_id: string, isKnown: boolean): Promise<void> {
  if (isKnown) await count(context, 'APPLICATION_KNOWN_LIMIT', client_id);
  else await limitStrangers(context, client_id);
}

async function limitStrangers(context: Counting, client_id: string): Promise<void> {
  await count(context, 'SIGN_IN_LIMIT', callerKey(context.request));
  await count(context, 'NETWORK_LIMIT', callerNetwork(context.request));
  await count(context, 'APPLICATION_LIMIT', client_id);
}

async function count({ env }: Counting, limit: Limit, key: string | undefined): Promise<void> {
  if (key === undefined) return;
  const { success } = await callRateLimit('counting a sign-in', env[limit].limit({ key }));
  if (!success) throw retryLaterError(refusals.too_many_requests, limitPeriod, limit);
}
