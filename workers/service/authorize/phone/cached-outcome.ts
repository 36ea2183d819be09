import type { Outcome } from '../../../../packages/plid/carrier/port.ts';
import type { CarrierRequest } from '../../shared/sign-in-cookie-value.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { outcomeOf } from './carrier-calls.ts';

/** How long a question is held at most, in seconds. */
const longest = 10;
/** How often the carrier is asked while a question is held, in milliseconds: most people answer soon, or after a while. */
const often = { for: 4_000, every: 300 };
const thenEvery = 1_000;

/**
 * The outcome of a request on a phone, as soon as there is one: a page says how long it waits for it (`Prefer: wait=10`, RFC 7240 §4.3).
 * The worker holds the question, since a Durable Object would be billed for the time.
 * @throws {ProtocolError} `unavailable`.
 */
export async function cachedOutcome(context: SignInContext, phone: CarrierRequest): Promise<Outcome> {
  const began = Date.now();
  const until = began + patienceOf(context.request) * 1000;
  let outcome = await outcomeOf(context, context.signIn, phone);
  while (outcome.status === 'pending') {
    const pause = Date.now() - began < often.for ? often.every : thenEvery;
    if (Date.now() + pause > until) break;
    await scheduler.wait(pause);
    outcome = await outcomeOf(context, context.signIn, phone, { held: true });
  }
  return outcome;
}

/** In seconds; 0 where the page wants the answer at once, as those of the release before do. */
function patienceOf({ headers }: Request): number {
  const [, seconds = '0'] = /(?:^|[,;\s])wait=(\d{1,4})(?![^,;\s])/i.exec(headers.get('Prefer') ?? '') ?? [];
  return Math.min(Number(seconds), longest);
}
