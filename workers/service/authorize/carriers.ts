import type { Carrier, Confirmation, ConfirmationRequest, Outcome } from '../../core/carrier.ts';
import { orUnavailable, retryLater } from '../../core/errors.ts';
import { phoneRequestLifetime } from '../lifetimes.ts';
import type { SignIn } from '../sealed-values.ts';
import type { AuthorizeContext } from './settings.ts';

/** How long a carrier may take to answer, in seconds. */
const patience = 10;

/**
 * Asks the carriers whether name and number belong together, and for a request on the phone.
 * @throws {ProtocolError} `unavailable` (503) where CARRIER is not bound, fails, or is silent.
 */
export const confirm = (context: AuthorizeContext, request: ConfirmationRequest): Promise<Confirmation> =>
  ask(context, 'asking the carrier for a confirmation', (carrier) => carrier.confirm(request));

/**
 * What became of a request on a phone. One that its carrier keeps open for too long counts as expired.
 * @throws {ProtocolError} `unavailable`, as above.
 */
export async function outcomeOf(
  context: AuthorizeContext,
  { requestId, sent }: NonNullable<SignIn['phone']>,
): Promise<Outcome> {
  const outcome = await ask(context, 'asking the carrier for an outcome', (carrier) =>
    carrier.outcome(requestId),
  );
  const isLate = outcome.status === 'pending' && context.now >= sent + phoneRequestLifetime;
  return isLate ? { status: 'expired' } : outcome;
}

async function ask<Answer>(
  { env: { CARRIER } }: AuthorizeContext,
  what: string,
  question: (carrier: Carrier) => Promise<Answer>,
): Promise<Answer> {
  if (CARRIER === undefined) throw retryLater('unavailable', 60, 'CARRIER is not bound (docs/operating.md)');
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new Error('no answer in time')), patience * 1000);
  try {
    return await orUnavailable(what, Promise.race([question(CARRIER), silence.promise]));
  } finally {
    clearTimeout(timer);
  }
}
