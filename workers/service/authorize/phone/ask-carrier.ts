import type {
  Carrier,
  CarrierCall,
  Confirmation,
  ConfirmationRequest,
  Outcome,
} from '../../../../packages/plid/carrier/port.ts';
import {
  type Reading,
  readConfirmation,
  readOutcome,
} from '../../../../packages/plid/carrier/read-answers.ts';
import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';
import { callerKey } from '../../../core/http/address-key.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callProgram, callRateLimit, withTimeout } from '../../../core/storage/outages.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { PhoneRequest, SignIn } from '../../shared/sign-in-values.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/** How long a carrier may take to answer, in milliseconds. */
const timeout = 10_000;
/** The same for a question that the next step does not depend on: a person is waiting. */
const shortTimeout = 2_000;

/**
 * Asks the carriers whether name and number belong together, and for a request on the phone.
 * @throws {ProtocolError} `unavailable` (503) where CARRIER is not bound, fails, does not answer in time, or answers what cannot be used.
 */
export const confirm = (context: AuthorizeContext, request: ConfirmationRequest): Promise<Confirmation> =>
  ask(context, {
    doing: 'asking the carrier for a confirmation',
    call: 'confirm',
    carrier: request.telcoCd,
    question: async (carrier) => carrier.confirm(request),
    read: readConfirmation,
  });

/**
 * The outcome of a request on a phone. After its lifetime the carrier is not asked any more, except about an approval that
 * was seen before. If the sign-in or the address has asked too often, the carrier is not asked either: `pending`.
 * @throws {ProtocolError} `unavailable`, as above.
 */
export async function outcomeOf(
  context: AuthorizeContext,
  { id, plid }: SignIn,
  { requestId, sent, telcoCd }: PhoneRequest,
): Promise<Outcome> {
  const isApproved = plid !== undefined;
  if (!isApproved && context.now >= sent + phoneRequestLifetime) return { status: 'expired' };
  if (await hasAskedTooOften(context, id)) return { status: 'pending' };
  return ask(context, {
    doing: 'asking the carrier for an outcome',
    ...outcomeQuestion(requestId),
    carrier: telcoCd,
  });
}

/** Whether the phone has denied a request; false also where the carrier does not answer. */
export const isDenied = (context: AuthorizeContext, requestId: string): Promise<boolean> =>
  ask(context, {
    doing: 'asking the carrier for an earlier outcome',
    ...outcomeQuestion(requestId),
    limit: shortTimeout,
  }).then(
    ({ status }) => status === 'denied',
    () => false,
  );

async function hasAskedTooOften({ env, request }: AuthorizeContext, id: string): Promise<boolean> {
  const address = callerKey(request);
  const counting = [
    env.OUTCOME_LIMIT.limit({ key: id }),
    ...(address === undefined ? [] : [env.OUTCOME_ADDRESS_LIMIT.limit({ key: address })]),
  ];
  const counted = await callRateLimit('counting questions to the carrier', Promise.all(counting));
  return counted.some(({ success }) => !success);
}

interface Question<Answer> {
  /** For the log. */
  doing: string;
  call: CarrierCall;
  /** The carrier that was asked; undefined for a request of the release before. */
  carrier?: CarrierCode | undefined;
  question(carrier: Carrier): Promise<unknown>;
  read(answer: unknown): Reading<Answer>;
  /** In milliseconds. */
  limit?: number;
}

const outcomeQuestion = (requestId: string) => ({
  call: 'outcome' as const,
  question: async (carrier: Carrier) => carrier.outcome(requestId),
  read: readOutcome,
});

async function ask<Answer>(context: AuthorizeContext, asked: Question<Answer>): Promise<Answer> {
  const { CARRIER } = context.env;
  if (CARRIER === undefined)
    throw retryLaterError(refusals.unavailable, 60, 'CARRIER is not bound (docs/operating.md)');
  const { doing, question, limit = timeout } = asked;
  const asking = async () => readAnswer(context, asked, await withTimeout(question(CARRIER), limit));
  return callProgram(doing, asking());
}

/** Reads an answer, and writes to the log what is foreign about it. @throws {Error} where it cannot be used. */
function readAnswer<Answer>(
  { log }: AuthorizeContext,
  { call, carrier, read }: Question<Answer>,
  sent: unknown,
): Answer {
  const { answer, foreign } = read(sent);
  const level = answer === undefined ? 'error' : 'warn';
  if (foreign.length > 0)
    log(level, { doing: 'reading a carrier’s answer', carrier, call, fields: foreign.join(' ') });
  if (answer === undefined) throw new Error('a carrier answered what cannot be used');
  return answer;
}
