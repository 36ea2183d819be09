import { randomBytes, toBase64url } from '../../../core/crypto/bytes.ts';
import { callObject, isDependencyTimeout } from '../../../core/storage/call-with-timeout.ts';
import type { Caller } from '../../objects/phone-request-limits.ts';
import type { Admission, CarrierRequest } from '../../objects/phone-tables.ts';
import type { phoneOf } from '../../objects/phones.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { earlierOutcome } from '../carrier/carrier-calls.ts';
import type { BrowserFacts } from '../carrier/confirmation-request.ts';
import { formatPhoneRequestName, parsePhoneRequestName } from '../carrier/phone-request-name.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import { phoneRequestIn } from '../stages/sign-in-stage.ts';
import { countDenial, denialCause } from './denial.ts';
import { cancelSupersededRequest } from './supersede-request.ts';

type PhoneStub = Awaited<ReturnType<typeof phoneOf>>;
export type RefusedReservation = Extract<Admission, { admitted: false }>;

/**
 * A reserved request to a phone, which the number's object counts from `reserve` on, until it's released. Each
 * reservation ends in one of four ways:
 * - Confirmed: the request has reached the phone.
 * - Rejected: the carrier hasn't confirmed name and number.
 * - Released: no phone was asked.
 * - Left unchanged: the carrier didn't respond, or the number has no app.
 */
export class RequestReservation {
  readonly #context: SignInContext;
  readonly #phone: PhoneStub;
  /**
   * The open request that the reserved request supersedes. Undefined if no request is open, or if the sign-in
   * itself cancels the open request.
   */
  readonly #superseded: CarrierRequest | undefined;
  /** ID under which the phone number's Durable Object stores the request. */
  readonly id: string;
  readonly browser: BrowserFacts;

  constructor(
    context: SignInContext,
    phone: PhoneStub,
    request: { id: string; browser: BrowserFacts; superseded?: CarrierRequest | undefined },
  ) {
    this.#context = context;
    this.#phone = phone;
    this.#superseded = request.superseded;
    this.id = request.id;
    this.browser = request.browser;
  }

  /**
   * Reserves a request, unless a limit of the number refuses it. If the previous request is unanswered, the
   * carrier is asked for that request's outcome, because the browser that sent it may never ask. If the previous
   * request was denied, the denial is counted first, so that it delays the new request.
   */
  static async reserve(
    context: SignInContext,
    phone: PhoneStub,
    caller: Caller,
  ): Promise<RequestReservation | RefusedReservation> {
    const { env, now, signIn } = context;
    const about = { client_id: signIn.client_id, sign_in: signInName(signIn.id) };
    for (;;) {
      const id = toBase64url(randomBytes(12));
      const reserving = phone.admit(id, caller, now, env.PHONE_REQUEST_LIMIT, about);
      const admission = await callObject<Admission>('reserving a request to a phone', reserving);
      if (!admission.admitted) return admission;
      const { unanswered, known, reused } = admission;
      const request = {
        id,
        browser: { known, reused },
        superseded: supersededRequest(signIn, unanswered),
      };
      const reservation = new RequestReservation(context, phone, request);
      if (unanswered === undefined) return reservation;
      const outcome = await earlierOutcome(context, unanswered.carrierId);
      if (outcome?.status !== 'denied') return reservation;
      await countDenial(phone, unanswered.id, denialCause(outcome), now);
      await reservation.release();
    }
  }

  /**
   * Releases the reservation after a carrier failure, except after a timeout. After a timeout, the carrier may
   * have sent the request anyway, and a phone could otherwise receive unlimited requests. @throws The failure.
   */
  async releaseAfter(failure: unknown): Promise<never> {
    if (isDependencyTimeout(failure)) throw failure;
    return this.releaseFor(failure);
  }

  /** Releases the reservation after a failure before a phone was asked. @throws The failure. */
  async releaseFor(failure: unknown): Promise<never> {
    await this.release();
    throw failure;
  }

  /**
   * Confirms that the request has reached the phone, and supersedes the previously open request. The call to the
   * number's object doesn't delay the response.
   */
  confirm(request: Parameters<typeof formatPhoneRequestName>[0]): void {
    if (this.#superseded !== undefined)
      this.#context.waitUntil(cancelSupersededRequest(this.#context, this.#superseded));
    const reached = callObject(
      'confirming a reserved request',
      this.#phone.reached(this.id, formatPhoneRequestName(request)),
    );
    // If this call to the number's object fails, a later denial is counted only when the waiting page asks for the
    // outcome.
    this.#context.waitUntil(reached.catch(() => undefined));
  }

  /**
   * Records that the carrier hasn't confirmed the name and number.
   * @returns Whether unknown callers now seem to be guessing a name.
   */
  reject(): Promise<boolean> {
    const counting: Promise<boolean> = this.#phone.unconfirmed(this.id, this.#context.now);
    return callObject('counting an unconfirmed request', counting);
  }

  /** Releases the reservation, because no phone was asked. The request then doesn't count. */
  release(): Promise<void> {
    return callObject('releasing a reserved request', this.#phone.release(this.id));
  }
}

/**
 * Returns the open request that a new one supersedes, or undefined if the sign-in itself cancels the open request.
 * The sign-in cancels only a request that its cookie contains. An earlier copy of the cookie doesn't contain the
 * request.
 */
function supersededRequest(
  { id, stage }: SignIn,
  unanswered: CarrierRequest | undefined,
): CarrierRequest | undefined {
  if (!unanswered?.isOpen) return undefined;
  const { requestId } = parsePhoneRequestName(unanswered.carrierId);
  const isOwn = unanswered.signIn === signInName(id) && phoneRequestIn(stage)?.requestId === requestId;
  return isOwn ? undefined : unanswered;
}
