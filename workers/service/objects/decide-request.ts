import { phoneRequestLifetime } from '../settings/service-lifetimes.ts';
import {
  type Caller,
  guessesPeriod,
  isNameGuessLimitReached,
  maySupersede,
  minInterval,
  openRequestOf,
  secondsUntilNextRequest,
} from './phone-request-limits.ts';
import { findResentRequest } from './phone-requests.ts';
import type { Admission, RequestPurpose, RequestRow } from './phone-tables.ts';

interface Asking {
  /** The requests in the order in which they were sent. */
  requests: RequestRow[];
  caller: Caller;
  /** Remaining time for which the caller is blocked, in seconds. */
  block: number;
  at: number;
  /** Maximum number of requests in ten minutes. */
  limit: number;
  about: RequestPurpose;
}

/**
 * The decision about a new request. `open`: the open request that the new request supersedes. `earlier`: the
 * request of the same sign-in that the new request replaces. The limits count `earlier` and the new request as one
 * request.
 */
interface Judged {
  refused?: Admission;
  open?: RequestRow | undefined;
  earlier?: RequestRow | undefined;
}

/**
 * Returns the requests that a new request supersedes or replaces. If the browser is unknown, an earlier request of
 * the same sign-in keeps its row, because each push counts.
 */
export function replacedBy({ requests, caller, at, about }: Asking): Omit<Judged, 'refused'> {
  const open = openRequestOf(requests, at);
  const isOwn = open?.sign_in === about.sign_in;
  return {
    open: isOwn ? undefined : open,
    earlier: caller.known ? findResentRequest(requests, about) : undefined,
  };
}

/**
 * Decides whether a phone may get another request. The phone shows one request at a time, so a later request
 * either supersedes the open request or is refused.
 */
export function decideRequest(asking: Asking): Judged {
  const { requests, caller, block, at, limit } = asking;
  const { known } = caller;
  const refuse = (retryAfter: number, more = {}): Judged => ({
    refused: { admitted: false, retryAfter, known, ...more },
  });
  const { open, earlier } = replacedBy(asking);
  const others = requests.filter((row) => row !== earlier);
  const interval = (earlier?.sent ?? 0) + minInterval - at;
  const wait = Math.max(block, interval, secondsUntilNextRequest(others, caller, at, limit));
  if (wait > 0) return refuse(wait);
  if (open !== undefined && !maySupersede(requests, open, caller, at))
    return refuse(open.sent + phoneRequestLifetime - at);
  if (isNameGuessLimitReached(requests, caller, at)) return refuse(guessesPeriod, { challenge: true });
  return { open, earlier };
}
