import { countedPeriod, deniedPeriod } from '../shared/service-lifetimes.ts';
import type { CountedRequest } from './phone-tables.ts';

/** The minimum time between two requests to one phone, in seconds. */
const minInterval = 3;
/** The wait after a first denial on the phone, in seconds; each further one doubles it, up to the maximum. */
const firstDenialWait = 30;
const maxDenialWait = 6 * 3_600;

/** The browser that asks for a request to a phone. */
export interface Caller {
  /** A pseudonym of the browser, where that has signed in with this number before, else of the caller's address. */
  caller: string;
  /** Whether the browser has signed in with this number before: it then has a limit of its own. */
  known: boolean;
  /** When it last did, in seconds since 1970; a worker of the release before does not say. */
  since?: number;
  /** A pseudonym of its address, as of an unknown one. */
  address?: string;
}

/**
 * How long a caller has to wait before the phone may be asked again, in seconds; 0 where they need not.
 * Requests that reached the phone count together for all unknown callers, and separately for each known browser. A request
 * that the carrier did not confirm reached no phone: it counts only for its caller, so that no stranger can lock the owner out
 * without the owner's name.
 * @param requests in the order in which they were sent. @param limit of requests per ten minutes.
 */
export function waitOf(
  requests: readonly CountedRequest[],
  { caller, known }: Caller,
  at: number,
  limit: number,
): number {
  const isTheirs = (row: CountedRequest) => (known ? row.caller === caller : row.known === 0);
  const failed = requests.filter((row) => row.status === 'unconfirmed' && row.caller === caller);
  const pushed = requests.filter(({ status }) => status !== 'unconfirmed');
  const recent = pushed.filter(({ sent }) => sent > at - deniedPeriod);
  const denied = recent.filter((row) => row.status === 'denied' && isTheirs(row));
  const denialWait = Math.min(firstDenialWait * 2 ** (denied.length - 1), maxDenialWait);
  const free = [
    (pushed.at(-1)?.sent ?? 0) + minInterval,
    endOfFullPeriod(failed, limit),
    endOfFullPeriod(pushed.filter(isTheirs), limit),
    (denied.at(-1)?.sent ?? 0) + denialWait,
  ];
  return Math.max(0, Math.max(...free) - at);
}

/** When fewer than `limit` of these requests still count. */
const endOfFullPeriod = (requests: readonly CountedRequest[], limit: number): number =>
  (requests.at(-limit)?.sent ?? 0) + countedPeriod;
