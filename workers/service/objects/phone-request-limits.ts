import {
  denialCountPeriod,
  phoneRequestCountPeriod,
  phoneRequestLifetime,
  pushInterval,
} from '../settings/service-lifetimes.ts';
import type { CountedRequest } from './phone-tables.ts';

/** Minimum time between two requests to one phone, in seconds. */
export const minInterval = 3;
/**
 * The first wait after denials and unanswered pushes, in seconds. Each further denial or unanswered push doubles
 * the wait, up to a maximum.
 */
export const firstWait = pushInterval;
export const maxDenialWait = 6 * 3_600;
export const maxUnansweredWait = 3_600;
/**
 * Maximum number of pushes per day from unknown browsers to one phone. Pushes of an approved sign-in don't count.
 */
export const maxInDay = 15;
/**
 * Time for which unknown browsers are blocked after the owner has reported twice that they didn't send a request.
 * In seconds.
 */
export const strangersBlock = 3_600;
/** Maximum number of open requests that one caller may replace in ten minutes. */
export const maxTaken = 2;
/**
 * Maximum number of unconfirmed attempts by unknown browsers in an hour. Beyond this number, an attacker is
 * assumed to be guessing a name.
 */
export const maxGuesses = 20;
export const guessesPeriod = 3_600;

/** The browser that requests a push. */
export interface Caller {
  /**
   * A pseudonym of the browser if it has signed in with this number before, otherwise a pseudonym of the browser's
   * address.
   */
  caller: string;
  /** Whether the browser has signed in with this number before. A known browser has its own limit. */
  known: boolean;
  /** When the browser last signed in, in seconds since 1970. Missing for an unknown browser. */
  since?: number;
  /**
   * A pseudonym of the browser's address. It equals the value of `caller` that an unknown browser at this address
   * has.
   */
  address?: string;
  /**
   * A pseudonym of the browser's network, which is the /48 of an IPv6 address, or an IPv4 address. Undefined for
   * loopback, where callers can't be distinguished, so limits between unknown browsers don't apply.
   */
  network?: string;
  /** Whether the caller has passed a challenge for this request. */
  proved?: boolean;
}

type Judged = Pick<Caller, 'caller' | 'known' | 'network' | 'proved'>;

/**
 * Returns the number of seconds until a caller may send another request to the phone, or 0 if the caller doesn't
 * have to wait. Requests that reached the phone count together for all unknown callers, and separately for each
 * known browser. A request that the carrier didn't confirm reached no phone and counts only for its caller.
 * Otherwise, an attacker could lock the owner out without knowing the name. Requests of unknown callers never make
 * a known browser wait. @param requests the requests in the order in which they were sent. @param limit the
 * maximum number of requests in ten minutes (`PHONE_REQUEST_LIMIT`, sign-in/settings/sign-in-settings.ts).
 */
export function secondsUntilNextRequest(
  requests: readonly CountedRequest[],
  from: Judged,
  at: number,
  limit: number,
): number {
  const { caller, known } = from;
  const isTheirs = (row: CountedRequest) => (known ? row.caller === caller : row.known === 0);
  const failed = requests.filter((row) => row.status === 'unconfirmed' && row.caller === caller);
  const pushed = requests.filter(isCounted);
  const theirs = pushed.filter(isTheirs);
  const before = pushed.filter((row) => !known || row.known === 1);
  const recent = theirs.filter(({ sent }) => sent > at - denialCountPeriod);
  const denied = recent.filter((row) => row.status === 'denied' && !isBlocking(row));
  const free = [
    (before.at(-1)?.sent ?? 0) + minInterval,
    endOfFullPeriod(failed, limit),
    endOfFullPeriod(theirs, limit),
    endOfWait(denied, denied.length, maxDenialWait),
    ...(known || from.network === undefined ? [] : [endOfBackOff(recent), endOfBlock(requests, from, at)]),
  ];
  return Math.max(0, Math.max(...free) - at);
}

/**
 * Returns whether a request counts. Each push of an unknown browser counts. If the user of a known browser has
 * chosen a wrong number, the mismatched request doesn't count, but the request that follows it does.
 */
const isCounted = ({ status, known }: CountedRequest): boolean =>
  status !== 'unconfirmed' && (known === 0 || status !== 'mismatched');

/** Returns the time from which fewer than `limit` of the given requests count. */
const endOfFullPeriod = (
  requests: readonly CountedRequest[],
  limit: number,
  period = phoneRequestCountPeriod,
): number => (requests.at(-limit)?.sent ?? 0) + period;

/**
 * Returns when the wait after the given requests ends. The wait doubles with each request that is included in
 * `count`. @param count the number of requests that determine the length of the wait.
 */
const endOfWait = (rows: readonly CountedRequest[], count: number, longest: number): number =>
  count < 1 ? 0 : (rows.at(-1)?.sent ?? 0) + Math.min(firstWait * 2 ** (count - 1), longest);

/**
 * Returns whether the denial of this request blocks unknown browsers. True if the requester wasn't the owner and
 * the request's network is known.
 */
const isBlocking = ({ denial_cause, network, known }: CountedRequest): boolean =>
  denial_cause !== null && network !== null && known === 0;

/**
 * Returns when unknown browsers may push again. The first unanswered push of a day doesn't double the wait,
 * because users sometimes miss a push.
 */
function endOfBackOff(recent: readonly CountedRequest[]): number {
  const pushes = pushesOf(recent);
  const unanswered = pushes.filter(({ status }) => status !== 'denied' && status !== 'mismatched');
  const doubling = unanswered.length > 1 ? unanswered.length - 1 : unanswered.length;
  return Math.max(endOfWait(unanswered, doubling, maxUnansweredWait), endOfFullDay(pushes));
}

/** Returns the pushes of unknown browsers. */
const pushesOf = (rows: readonly CountedRequest[]): CountedRequest[] =>
  rows.filter((row) => row.known === 0 && row.network !== null && isCounted(row));

const endOfFullDay = (pushes: readonly CountedRequest[]): number =>
  endOfFullPeriod(pushes, maxInDay, denialCountPeriod);

/** Returns whether unknown browsers have reached the daily limit for pushes. */
export const isDailyPushLimitReached = (requests: readonly CountedRequest[], at: number): boolean =>
  endOfFullDay(pushesOf(requests)) > at;

/**
 * Returns when a block of the caller ends. If the owner reports that they didn't send the caller's request, the
 * caller is blocked for a day. After a second report, all unknown browsers are also blocked for an hour.
 */
function endOfBlock(requests: readonly CountedRequest[], { caller, network }: Judged, at: number): number {
  const notMe = requests.filter((row) => isBlocking(row) && row.sent > at - denialCountPeriod);
  const own = notMe.filter((row) => row.caller === caller || row.network === network);
  const isAll = notMe.length > 1 || notMe.some((row) => row.denial_cause === 'blocked');
  const [last, ownLast] = [notMe.at(-1)?.sent, own.at(-1)?.sent];
  return Math.max(
    isAll ? (last ?? 0) + strangersBlock : 0,
    ownLast === undefined ? 0 : ownLast + denialCountPeriod,
  );
}

/**
 * Returns whether unknown browsers have reached the hourly limit for unconfirmed attempts. Another attempt could
 * help an attacker guess the owner's name.
 */
export const isNameGuessLimitReached = (
  requests: readonly CountedRequest[],
  { known, proved }: Judged,
  at: number,
): boolean => !known && !proved && countUnconfirmedAttempts(requests, at) >= maxGuesses;

export const countUnconfirmedAttempts = (requests: readonly CountedRequest[], at: number): number =>
  requests.filter(
    ({ status, known, sent }) => status === 'unconfirmed' && known === 0 && sent > at - guessesPeriod,
  ).length;

/** Returns the request that the phone may be showing now. A phone shows only one request at a time. */
export const openRequestOf = <Row extends CountedRequest>(
  requests: readonly Row[],
  at: number,
): Row | undefined =>
  requests.findLast(({ status, sent }) => status === 'sent' && sent > at - phoneRequestLifetime);

/**
 * Returns whether a caller's request may supersede an open request. A known browser's request always supersedes an
 * unknown browser's request. An unknown browser's request never supersedes a known browser's request. In all other
 * cases, a caller may supersede other callers' requests twice in ten minutes. Callers may always supersede their
 * own requests.
 */
export function maySupersede(
  requests: readonly CountedRequest[],
  open: CountedRequest,
  from: Judged,
  at: number,
): boolean {
  if (from.network === undefined || open.caller === from.caller) return true;
  if (from.known && open.known === 0) return true;
  if (!from.known && open.known === 1) return false;
  const taken = requests.filter(
    ({ caller, replaced_other, sent }) =>
      replaced_other === 1 && caller === from.caller && sent > at - phoneRequestCountPeriod,
  );
  return taken.length < maxTaken;
}
