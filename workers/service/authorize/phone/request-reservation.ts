import { randomBytes, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import { callObject, isStorageTimeout } from '../../../core/storage/call-with-timeout.ts';
import type { Admission, CarrierRequest } from '../../objects/phone-tables.ts';
import type { Caller } from '../../objects/request-limits.ts';
import type { phoneOf } from '../../shared/phones.ts';
import { readRequestName, requestName } from '../../shared/request-name.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import { signInName } from '../../shared/sign-in-name.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { earlierOutcome } from './carrier-calls.ts';
import type { AskingBrowser } from './confirmation-request.ts';
import { countDenial, denialCause } from './denial.ts';
import { supersede } from './supersede-request.ts';

type PhoneStub = Awaited<ReturnType<typeof phoneOf>>;
type Admitted = Extract<Admission, { admitted: true }>;
export type Refused = Extract<Admission, { admitted: false }>;

/**
 * A request that the number's object counts. The request counts from `reserve` on, until it is released. Each reservation ends in one of four ways:
 * confirmed (it has reached the phone), rejected (the carrier has not confirmed the number), released (no phone was asked), or left as it
 * is (the carrier was silent, or the number has no app).
 */
export class RequestReservation {
  readonly #context: SignInContext;
  readonly #phone: PhoneStub;
  /** The open request that this one supersedes; undefined if the sign-in cancels it itself. */
  readonly #replaced: CarrierRequest | undefined;
  /** The id of the request at the number's object. */
  readonly id: string;
  readonly browser: AskingBrowser;

  constructor(
    context: SignInContext,
    phone: PhoneStub,
    request: { id: string; browser: AskingBrowser; replaced?: CarrierRequest | undefined },
  ) {
    this.#context = context;
    this.#phone = phone;
    this.#replaced = request.replaced;
    this.id = request.id;
    this.browser = request.browser;
  }

  /**
   * Reserves a request, unless a limit of the number refuses it. The carrier is asked about the request before, because its browser may never
   * look at the answer: a denial is counted first, and makes the next request wait.
   */
  static async reserve(
    context: SignInContext,
    phone: PhoneStub,
    caller: Caller,
  ): Promise<RequestReservation | Refused> {
    const { env, now, signIn } = context;
    const about = { client_id: signIn.client_id, sign_in: signInName(signIn.id) };
    for (;;) {
      const id = toBase64url(randomBytes(12));
      const admitting = phone.admit(id, caller, now, env.PHONE_REQUEST_LIMIT, about);
      const admission = await callObject<Admission>('counting a request to a phone', admitting);
      if (!admission.admitted) return admission;
      const { unanswered } = admission;
      const request = { id, browser: browserOf(admission, caller), replaced: replacedOf(signIn, unanswered) };
      const reservation = new RequestReservation(context, phone, request);
      if (unanswered === undefined) return reservation;
      const outcome = await earlierOutcome(context, unanswered.carrierId);
      if (outcome?.status !== 'denied') return reservation;
      await countDenial(phone, unanswered.id, denialCause(outcome), now);
      await reservation.#release();
    }
  }

  /**
   * The carrier has failed: the reservation is released. A silent carrier may have asked the phone all the same: such a request counts, or a phone
   * could ring without end.
   * @throws the failure.
   */
  async releaseAfter(failure: unknown): Promise<never> {
    if (isStorageTimeout(failure)) throw failure;
    return this.refuse(failure);
  }

  /** A limit refuses the request before any phone was asked: it does not count. @throws the failure. */
  async refuse(failure: unknown): Promise<never> {
    await this.#release();
    throw failure;
  }

  /** The request has reached the phone: it supersedes the open one. The object is told beside the answer. */
  confirm(request: Parameters<typeof requestName>[0]): void {
    if (this.#replaced !== undefined) this.#context.waitUntil(supersede(this.#context, this.#replaced));
    const reached = callObject('remembering a request', this.#phone.reached(this.id, requestName(request)));
    // If this fails, a denial counts only once the waiting page has asked for it.
    this.#context.waitUntil(reached.catch(() => undefined));
  }

  /** The carrier has not confirmed name and number. @returns whether strangers now seem to guess a name. */
  reject(): Promise<boolean> {
    const counting: Promise<boolean> = this.#phone.unconfirmed(this.id, this.#context.now);
    return callObject('counting an unconfirmed request', counting);
  }

  /** No phone was asked: the request does not count. */
  #release(): Promise<void> {
    return callObject('taking a request to a phone back', this.#phone.takeBack(this.id));
  }
}

/** An object of the release before does not say whether the number knows the browser: its cookie does. */
const browserOf = ({ known, reused = false }: Admitted, caller: Caller): AskingBrowser => ({
  known: known ?? caller.known,
  reused,
});

/**
 * The open request that another one supersedes. The sign-in's own, in its cookie, is cancelled with it instead. An earlier copy of the cookie
 * doesn't know the request.
 */
function replacedOf(
  { id, phone }: SignIn,
  unanswered: CarrierRequest | undefined,
): CarrierRequest | undefined {
  if (!unanswered?.isOpen) return undefined;
  const { requestId } = readRequestName(unanswered.carrierId);
  const isOwn = unanswered.signIn === signInName(id) && phone?.requestId === requestId;
  return isOwn ? undefined : unanswered;
}
