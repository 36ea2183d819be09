import type {
  Carrier,
  CarrierCall,
  Confirmation,
  ConfirmationRequest,
  Notice,
  Outcome,
  RequestOwner,
  Start,
  StartRequest,
} from '../../../core/carrier/port.ts';
import {
  type Reading,
  readConfirmation,
  readOutcome,
  readStart,
} from '../../../core/carrier/read-answers.ts';
import { rateLimitKeyOfCaller } from '../../../core/http/rate-limit-key.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { isReviewNumber } from '../../../core/protocol/review-number.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import { callProgram, callRateLimit, withTimeout } from '../../../core/storage/call-with-timeout.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { phoneRequestLifetime } from '../../settings/service-lifetimes.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import { approvedIn, type CarrierRequest } from '../stages/sign-in-stage.ts';
import { logCarrierCall, MalformedAnswer } from './log-carrier-call.ts';
import { parsePhoneRequestName } from './phone-request-name.ts';

/** Maximum time for a carrier's response, in milliseconds. */
const timeout = 10_000;
/**
 * Maximum time for a response that the next step doesn't depend on, in milliseconds. It's short, because a user is
 * waiting.
 */
const shortTimeout = 2_000;
/** Age below which an expired request suggests that the carrier's clock is ahead, in seconds. */
const clockSkewThreshold = 10;

/**
 * Asks the carrier to confirm that name and number belong together, and to send a request to the phone. A store
 * reviewer's number is never sent to a carrier.
 * @throws {ProtocolError} `unavailable` (503) if CARRIER isn't bound, fails, times out, or returns an unusable
 * response.
 */
export const requestCarrierConfirmation = async (
  context: SignInContext,
  request: ConfirmationRequest,
): Promise<Confirmation> => {
  if (isReviewNumber(request.phoneNo)) return { status: 'unconfirmed' };
  return callCarrier(context, {
    operation: 'asking the carrier for a confirmation',
    call: 'confirm',
    carrier: request.telcoCd,
    run: async (carrier) => carrier.confirm(request),
    read: readConfirmation,
  });
};

/**
 * Asks a carrier for a request that the user opens in the carrier's app. The request's approval identifies the
 * user. @throws {ProtocolError} `unavailable`, as in {@link requestCarrierConfirmation}.
 */
export const requestCarrierStart = (context: SignInContext, request: StartRequest): Promise<Start> =>
  callCarrier(context, {
    operation: 'asking the carrier for a start',
    call: 'start',
    carrier: request.telcoCd,
    run: async (carrier) => carrier.start?.(request),
    read: readStart,
  });

/**
 * Returns the outcome of a request on a phone. After the request's lifetime, the carrier is asked only if the
 * service has already seen the approval. Returns `pending` without asking the carrier if the sign-in or the IP
 * address has exceeded its rate limit. @param held Whether the same HTTP request has asked before (long polling).
 * If so, the call doesn't count again for the IP address. @throws {ProtocolError} `unavailable`, as in
 * {@link requestCarrierConfirmation}.
 */
export async function requestCarrierOutcome(
  context: SignInContext,
  { id, stage }: SignIn,
  { requestId, sent, telcoCd }: CarrierRequest,
  { held = false } = {},
): Promise<Outcome> {
  const isApproved = approvedIn(stage) !== undefined;
  const age = context.now - sent;
  if (!isApproved && age >= phoneRequestLifetime) return { status: 'expired' };
  if (await exceedsOutcomeLimit(context, id, held)) return { status: 'pending' };
  const outcome = await callCarrier(context, {
    operation: 'asking the carrier for an outcome',
    ...outcomeCall(requestId, { telcoCd, signIn: signInName(id) }),
  });
  if (outcome.status === 'expired' && age < clockSkewThreshold)
    context.log('warn', {
      operation: 'reading a carrier’s answer',
      carrier: telcoCd,
      call: 'outcome',
      expired_after: age,
    });
  return outcome;
}

/**
 * Returns the outcome of an earlier request, or undefined if the carrier doesn't respond. @param name The
 * request's name, from `requestName`.
 */
export function earlierOutcome(context: SignInContext, name: string): Promise<Outcome | undefined> {
  const { requestId, telcoCd } = parsePhoneRequestName(name);
  return callCarrier(context, {
    operation: 'asking the carrier for an earlier outcome',
    ...outcomeCall(requestId, { telcoCd }),
    limit: shortTimeout,
  }).catch(() => undefined);
}

/** Cancels a request at the carrier, because its sign-in no longer waits for it. Never throws. */
export const cancelCarrierRequest = (
  context: AuthorizeContext,
  { id }: SignIn,
  { requestId, telcoCd }: CarrierRequest,
): Promise<void> => cancelOtherCarrierRequest(context, requestId, { telcoCd, signIn: signInName(id) });

/** Cancels a request of another sign-in at the carrier. Never throws. */
export const cancelOtherCarrierRequest = (
  context: AuthorizeContext,
  requestId: string,
  owner: NamedOwner,
): Promise<void> =>
  callOptional(context, 'cancelling a request', 'cancel', owner.telcoCd, async (carrier) =>
    carrier.cancel?.(requestId, owner),
  );

/** Asks the carrier to notify a user of a change that concerns their number. Never throws. */
export const sendCarrierNotice = (context: AuthorizeContext, notice: Notice): Promise<void> =>
  callOptional(context, 'sending a notice', 'notify', notice.telcoCd, async (carrier) =>
    carrier.notify?.(notice),
  );

/**
 * Calls an optional carrier method whose result isn't needed by any step. Nothing changes if the carrier doesn't
 * offer the method or if the call fails.
 */
async function callOptional(
  { env: { CARRIER }, log }: AuthorizeContext,
  operation: string,
  call: CarrierCall,
  carrier: CarrierCode,
  run: (carrier: Carrier) => Promise<unknown>,
): Promise<void> {
  if (CARRIER === undefined) return;
  await withTimeout(run(CARRIER), timeout).catch((failure: unknown) =>
    log('info', { operation, carrier, call, cause: describeFailure(failure) }),
  );
}

async function exceedsOutcomeLimit(
  { env, request }: AuthorizeContext,
  id: string,
  held: boolean,
): Promise<boolean> {
  const address = held ? undefined : rateLimitKeyOfCaller(request);
  const counting = [
    env.OUTCOME_LIMIT.limit({ key: id }),
    ...(address === undefined ? [] : [env.OUTCOME_ADDRESS_LIMIT.limit({ key: address })]),
  ];
  const results = await callRateLimit('counting questions to the carrier', Promise.all(counting));
  return results.some(({ success }) => !success);
}

/** The owner of a request, whose carrier the service always names. */
type NamedOwner = RequestOwner & { telcoCd: CarrierCode };

interface CarrierCallSpec<Answer> {
  /** Describes the call in the log. */
  operation: string;
  call: CarrierCall;
  /** The carrier that receives the call. */
  carrier: CarrierCode;
  run(carrier: Carrier): Promise<unknown>;
  read(answer: unknown): Reading<Answer>;
  /** Timeout in milliseconds. */
  limit?: number;
}

const outcomeCall = (requestId: string, owner: NamedOwner) => ({
  call: 'outcome' as const,
  carrier: owner.telcoCd,
  run: async (carrier: Carrier) => carrier.outcome(requestId, owner),
  read: readOutcome,
});

async function callCarrier<Answer>(context: SignInContext, spec: CarrierCallSpec<Answer>): Promise<Answer> {
  const { CARRIER } = context.env;
  if (CARRIER === undefined)
    throw retryLaterError(refusals.unavailable, 60, 'CARRIER is not bound (docs/operate/carriers.md)');
  const { operation, run, limit = timeout } = spec;
  const pending = async () => readAnswer(context, spec, await withTimeout(run(CARRIER), limit));
  return callProgram(operation, logCarrierCall(context, spec, pending()));
}

/**
 * Reads a carrier's response and logs the names of ignored fields. @throws {Error} if the response can't be used.
 */
function readAnswer<Answer>(context: AuthorizeContext, spec: CarrierCallSpec<Answer>, sent: unknown): Answer {
  const { answer, foreign } = spec.read(sent);
  if (foreign.length > 0) logIgnoredFields(context, answer === undefined ? 'error' : 'warn', spec, foreign);
  if (answer === undefined) throw new MalformedAnswer('a carrier returned an unusable response');
  return answer;
}

/** Logs the names of a response's ignored fields, but never their values. */
export const logIgnoredFields = (
  { log }: AuthorizeContext,
  level: 'warn' | 'error',
  { carrier, call }: Pick<CarrierCallSpec<unknown>, 'carrier' | 'call'>,
  fields: readonly string[],
): void => log(level, { operation: 'reading a carrier’s answer', carrier, call, fields: fields.join(' ') });
