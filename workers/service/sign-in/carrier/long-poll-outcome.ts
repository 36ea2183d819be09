import type { Outcome } from '../../../core/carrier/port.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { CarrierRequest } from '../stages/sign-in-stage.ts';
import { requestCarrierOutcome } from './carrier-calls.ts';

/** Maximum time for which a poll is kept open, in seconds. */
const maxWait = 10;
/**
 * Intervals at which the carrier is asked while a poll is open, in milliseconds. Polling is fast at first, because
 * most users respond either soon or only after a while.
 */
const fastPolling = { for: 4_000, every: 300 };
const slowInterval = 1_000;

/**
 * Returns the outcome of a request on a phone as soon as there is one (long polling). The page requests the
 * waiting time with `Prefer: wait=10` (RFC 7240 §4.3). The Worker keeps the poll open, because a Durable Object
 * would be billed for the duration.
 * @throws {ProtocolError} `unavailable`.
 */
export async function longPollOutcome(context: SignInContext, phone: CarrierRequest): Promise<Outcome> {
  const started = Date.now();
  const until = started + requestedWait(context.request) * 1000;
  let outcome = await requestCarrierOutcome(context, context.signIn, phone);
  while (outcome.status === 'pending') {
    const pause = Date.now() - started < fastPolling.for ? fastPolling.every : slowInterval;
    if (Date.now() + pause > until) break;
    await scheduler.wait(pause);
    outcome = await requestCarrierOutcome(context, context.signIn, phone, { held: true });
  }
  return outcome;
}

/** Returns the requested waiting time in seconds. It's 0 if the page wants an immediate response. */
function requestedWait({ headers }: Request): number {
  const [, seconds = '0'] = /(?:^|[,;\s])wait=(\d{1,4})(?![^,;\s])/i.exec(headers.get('Prefer') ?? '') ?? [];
  return Math.min(Number(seconds), maxWait);
}
