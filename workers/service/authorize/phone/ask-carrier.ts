import { addressKey } from '../../../core/http/address-key.ts';
import type { Carrier, Confirmation, ConfirmationRequest, Outcome } from '../../../core/protocol/carrier.ts';
import { retryLater } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { fromProgram, fromRateLimit, withTimeout } from '../../../core/storage/outages.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { PhoneRequest, SignIn } from '../../shared/service-values.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/** How long a carrier may take to answer, in milliseconds. */
const timeout = 10_000;
/** The same for a question that the next step does not depend on: a person is waiting. */
const shortTimeout = 2_000;

/**
 * Asks the carriers whether name and number belong together, and for a request on the phone.
 * @throws {ProtocolError} `unavailable` (503) where CARRIER is not bound, fails, or does not answer in time.
 */
export const confirm = (context: AuthorizeContext, request: ConfirmationRequest): Promise<Confirmation> =>
  ask(context, 'asking the carrier for a confirmation', (carrier) => carrier.confirm(request));

/**
 * The outcome of a request on a phone. After its lifetime the carrier is not asked any more, except about an approval that
 * was seen before. Where the sign-in or the address has asked too often the carrier is not asked either: `pending`.
 * @throws {ProtocolError} `unavailable`, as above.
 */
export async function outcomeOf(
  context: AuthorizeContext,
  { id, plid }: SignIn,
  { requestId, sent }: PhoneRequest,
): Promise<Outcome> {
  const isApproved = plid !== undefined;
  if (!isApproved && context.now >= sent + phoneRequestLifetime) return { status: 'expired' };
  if (await hasAskedTooOften(context, id)) return { status: 'pending' };
  return ask(context, 'asking the carrier for an outcome', (carrier) => carrier.outcome(requestId));
}

/** Whether the phone has denied a request; false also where the carrier does not answer. */
export const isDenied = (context: AuthorizeContext, requestId: string): Promise<boolean> =>
  ask(
    context,
    'asking the carrier for an earlier outcome',
    (carrier) => carrier.outcome(requestId),
    shortTimeout,
  ).then(
    ({ status }) => status === 'denied',
    () => false,
  );

async function hasAskedTooOften({ env, request }: AuthorizeContext, id: string): Promise<boolean> {
  const address = addressKey(request.headers.get('CF-Connecting-IP') ?? '');
  const counting = [
    env.OUTCOME_LIMIT.limit({ key: id }),
    ...(address === undefined ? [] : [env.OUTCOME_ADDRESS_LIMIT.limit({ key: address })]),
  ];
  const counted = await fromRateLimit('counting questions to the carrier', Promise.all(counting));
  return counted.some(({ success }) => !success);
}

async function ask<Answer>(
  { env: { CARRIER } }: AuthorizeContext,
  what: string,
  question: (carrier: Carrier) => Promise<Answer>,
  limit = timeout,
): Promise<Answer> {
  if (CARRIER === undefined)
    throw retryLater(refusals.unavailable, 60, 'CARRIER is not bound (docs/operating.md)');
  return fromProgram(what, withTimeout(question(CARRIER), limit));
}
