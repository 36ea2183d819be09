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
} from '../../../../packages/plid/carrier/port.ts';
import {
  type Reading,
  readConfirmation,
  readOutcome,
  readStart,
} from '../../../../packages/plid/carrier/read-answers.ts';
import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';
import { callerKey } from '../../../core/http/address-key.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callProgram, callRateLimit, withTimeout } from '../../../core/storage/call-with-timeout.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { readRequestName } from '../../shared/request-name.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { CarrierRequest, SignIn } from '../../shared/sign-in-cookie-value.ts';
import { signInName } from '../../shared/sign-in-name.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { MalformedAnswer, recordCarrierCall } from './record-carrier-call.ts';

/** How long a carrier may take to answer, in milliseconds. */
const timeout = 10_000;
/** The same for a question that the next step does not depend on: a person is waiting. */
const shortTimeout = 2_000;
/** A request that has expired so soon, in seconds, tells of a carrier whose clock is ahead. */
const soon = 10;

/**
 * Asks the carriers whether name and number belong together, and for a request on the phone.
 * @throws {ProtocolError} `unavailable` (503) where CARRIER is not bound, fails, does not answer in time, or answers what cannot be used.
 */
export const confirm = (context: SignInContext, request: ConfirmationRequest): Promise<Confirmation> =>
  ask(context, {
    operation: 'asking the carrier for a confirmation',
    call: 'confirm',
    carrier: request.telcoCd,
    question: async (carrier) => carrier.confirm(request),
    read: readConfirmation,
  });

/** Asks a carrier for a request that the person opens in its app, which says who they are. @throws {ProtocolError} `unavailable`, as above. */
export const start = (context: SignInContext, request: StartRequest): Promise<Start> =>
  ask(context, {
    operation: 'asking the carrier for a start',
    call: 'start',
    carrier: request.telcoCd,
    question: async (carrier) => carrier.start?.(request),
    read: readStart,
  });

/**
 * The outcome of a request on a phone. After its lifetime the carrier is not asked any more, except about an approval that
 * was seen before. If the sign-in or the address has asked too often, the carrier is not asked either: `pending`.
 * @param held whether the page's question was counted before: the worker asks again.
 * @throws {ProtocolError} `unavailable`, as above.
 */
export async function outcomeOf(
  context: SignInContext,
  { id, plid }: SignIn,
  { requestId, sent, telcoCd }: CarrierRequest,
  { held = false } = {},
): Promise<Outcome> {
  const isApproved = plid !== undefined;
  const age = context.now - sent;
  if (!isApproved && age >= phoneRequestLifetime) return { status: 'expired' };
  if (await hasAskedTooOften(context, id, held)) return { status: 'pending' };
  const outcome = await ask(context, {
    operation: 'asking the carrier for an outcome',
    ...outcomeQuestion(requestId, { telcoCd, signIn: signInName(id) }),
  });
  if (outcome.status === 'expired' && age < soon)
    context.log('warn', {
      operation: 'reading a carrier’s answer',
      carrier: telcoCd,
      call: 'outcome',
      expiredAfter: age,
    });
  return outcome;
}

/** The outcome of an earlier request; undefined if the carrier does not answer. @param name from `requestName`. */
export function earlierOutcome(context: SignInContext, name: string): Promise<Outcome | undefined> {
  const { requestId, telcoCd } = readRequestName(name);
  return ask(context, {
    operation: 'asking the carrier for an earlier outcome',
    ...outcomeQuestion(requestId, { telcoCd }),
    limit: shortTimeout,
  }).catch(() => undefined);
}

/** Tells the carrier that nobody waits for a request. It never throws. */
export const cancel = (
  context: AuthorizeContext,
  { id }: SignIn,
  { requestId, telcoCd }: CarrierRequest,
): Promise<void> => cancelOf(context, requestId, { telcoCd, signIn: signInName(id) });

/** The same for a request of another sign-in. It never throws. */
export const cancelOf = (context: AuthorizeContext, requestId: string, owner: RequestOwner): Promise<void> =>
  tell(context, 'cancelling a request', 'cancel', owner.telcoCd, async (carrier) =>
    carrier.cancel?.(requestId, owner),
  );

/** Lets the carrier tell a person what has happened with their number. It never throws. */
export const notify = (context: AuthorizeContext, notice: Notice): Promise<void> =>
  tell(context, 'telling a person', 'notify', notice.telcoCd, async (carrier) => carrier.notify?.(notice));

/** Tells a carrier what no step waits for. One that does not offer the call, or fails, changes nothing. */
async function tell(
  { env: { CARRIER }, log }: AuthorizeContext,
  operation: string,
  call: CarrierCall,
  carrier: CarrierCode | undefined,
  telling: (carrier: Carrier) => Promise<unknown>,
): Promise<void> {
  if (CARRIER === undefined) return;
  await withTimeout(telling(CARRIER), timeout).catch((failure: unknown) =>
    log('info', { operation, carrier, call, cause: describeFailure(failure) }),
  );
}

async function hasAskedTooOften(
  { env, request }: AuthorizeContext,
  id: string,
  held: boolean,
): Promise<boolean> {
  const address = held ? undefined : callerKey(request);
  const counting = [
    env.OUTCOME_LIMIT.limit({ key: id }),
    ...(address === undefined ? [] : [env.OUTCOME_ADDRESS_LIMIT.limit({ key: address })]),
  ];
  const counted = await callRateLimit('counting questions to the carrier', Promise.all(counting));
  return counted.some(({ success }) => !success);
}

interface Question<Answer> {
  /** For the log. */
  operation: string;
  call: CarrierCall;
  /** The carrier that was asked; undefined for a request of the release before. */
  carrier?: CarrierCode | undefined;
  question(carrier: Carrier): Promise<unknown>;
  read(answer: unknown): Reading<Answer>;
  /** In milliseconds. */
  limit?: number;
}

const outcomeQuestion = (requestId: string, owner: RequestOwner) => ({
  call: 'outcome' as const,
  carrier: owner.telcoCd,
  question: async (carrier: Carrier) => carrier.outcome(requestId, owner),
  read: readOutcome,
});

async function ask<Answer>(context: SignInContext, asked: Question<Answer>): Promise<Answer> {
  const { CARRIER } = context.env;
  if (CARRIER === undefined)
    throw retryLaterError(refusals.unavailable, 60, 'CARRIER is not bound (docs/operating.md)');
  const { operation, question, limit = timeout } = asked;
  const asking = async () => readAnswer(context, asked, await withTimeout(question(CARRIER), limit));
  return callProgram(operation, recordCarrierCall(context, asked, asking()));
}

/** Reads an answer, and writes to the log what is foreign about it. @throws {Error} where it cannot be used. */
function readAnswer<Answer>(context: AuthorizeContext, asked: Question<Answer>, sent: unknown): Answer {
  const { answer, foreign } = asked.read(sent);
  if (foreign.length > 0) noteIgnoredFields(context, answer === undefined ? 'error' : 'warn', asked, foreign);
  if (answer === undefined) throw new MalformedAnswer('a carrier answered what cannot be used');
  return answer;
}

/** Writes to the log which fields of an answer are not used, never a value. */
export const noteIgnoredFields = (
  { log }: AuthorizeContext,
  level: 'warn' | 'error',
  { carrier, call }: Pick<Question<unknown>, 'carrier' | 'call'>,
  fields: readonly string[],
): void => log(level, { operation: 'reading a carrier’s answer', carrier, call, fields: fields.join(' ') });
