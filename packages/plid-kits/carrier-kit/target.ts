import { setTimeout as wait } from 'node:timers/promises';
import type {
  CarrierCall,
  Confirmation,
  ConfirmationRequest,
  Outcome,
  Start,
} from '../../../workers/core/carrier/port.ts';
import type { Target } from '../test-suite/case.ts';
import { type Answer, send } from '../test-suite/http-response.ts';
import { Masks } from '../test-suite/mask-secrets.ts';
import { expectThat, Mismatch } from '../test-suite/mismatch.ts';
import { expectConfirmation, expectOutcome, expectStart } from './expect-answers.ts';
import type { CarrierOptions } from './options.ts';
import type { Phone, PhoneAction } from './phone.ts';
import { createUniqueId, question } from './request-body.ts';
import { type Requirement, reasonToSkip } from './requirements.ts';

/** A request that has reached a phone, with its body and the carrier's response. */
export interface Requested {
  asked: ConfirmationRequest;
  requestId: string;
  answer: Extract<Confirmation, { status: 'requested' }>;
}

/** Fields that replace a request's default fields. Their values may be invalid. */
type Changes = object;

/** The carrier under test. */
export class CarrierTarget implements Target<Requirement> {
  readonly url: string;
  readonly masks = new Masks();
  readonly options: CarrierOptions;
  readonly #offered: ReadonlySet<string>;
  /**
   * Requests of the current case that must be ended after the case. Each request's ID maps to its `match`, which
   * is empty if the request was started without a number.
   */
  readonly #requested = new Map<string, string>();
  #further: string[] = [];
  #onPhoneBefore = 0;

  /** @param offered the calls that the carrier supports. */
  constructor(options: CarrierOptions, offered: ReadonlySet<string>) {
    this.url = options.url.replace(/\/$/, '');
    this.options = options;
    this.#offered = offered;
    this.masks.add(options.token, options.callsToken);
    for (const one of [options.customer, options.unregistered, options.mvno, options.foreigner])
      this.masks.add(one?.name, one?.phoneNo);
  }

  /**
   * Counts the requests that are already on the phone before the first case, so that later counts exclude them.
   */
  async begin(): Promise<this> {
    this.#onPhoneBefore = (await this.options.phone?.count()) ?? 0;
    return this;
  }

  lacks(need: Requirement): string | undefined {
    return reasonToSkip(need, this.options, this.#offered);
  }

  offers(call: CarrierCall): boolean {
    return this.#offered.has(call);
  }

  /**
   * Ends the requests that the case has left on the phone.
   * @returns the names of response fields that the port doesn't define.
   */
  async endCase(): Promise<string[]> {
    for (const [requestId, digits] of this.#requested) await this.#clear(requestId, digits);
    this.#requested.clear();
    return [...new Set(this.#further.splice(0))];
  }

  async #clear(requestId: string, digits: string): Promise<void> {
    if (this.offers('cancel')) await this.call('cancel', { requestId }).catch(() => undefined);
    else await this.tryToAct('deny', { requestId, asked: { match: digits } });
  }

  /**
   * Sends a call with a JSON body. @param body the body. A string is sent unchanged. @param token the token to
   * send instead of the service's token, or null to send none. @throws {Mismatch} if no response arrives in time.
   */
  async call(call: string, body: unknown, token: string | null = this.options.token): Promise<Answer> {
    const { timeout = 8 } = this.options;
    const headers = {
      'Content-Type': 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    try {
      const answer = await send(this.url, timeout, { method: 'POST', path: `/${call}`, body: text, headers });
      const { identity } = answer.json ?? {};
      for (const value of Object.values({ ...(identity as object) })) this.masks.add(String(value));
      return answer;
    } catch (failure) {
      const { name, message } = failure as Error;
      throw new Mismatch(`a complete response to ${call} within ${timeout} s`, `${name}: ${message}`);
    }
  }

  /**
   * Sends a `confirm` request for the subscriber. @param changes fields that replace the body's default fields.
   * @throws {Mismatch} if the response is malformed.
   */
  async confirm(changes: Changes = {}): Promise<Confirmation> {
    const asked = { ...question(this.options.customer, this.options.matching), ...changes };
    const { value, further } = expectConfirmation(await this.call('confirm', asked));
    this.note(further);
    if (value.status === 'requested') this.#requested.set(value.requestId, asked.match);
    return value;
  }

  /** Sends a request and expects that it reaches the phone. @throws {Mismatch} */
  async request(changes: Changes = {}): Promise<Requested> {
    const asked = { ...question(this.options.customer, this.options.matching), ...changes };
    const answer = await this.confirm(asked);
    expectThat(answer.status === 'requested', 'status requested', `status ${answer.status}`);
    return { asked, requestId: answer.requestId, answer };
  }

  /** @throws {Mismatch} if the response is malformed. */
  async start(question: object): Promise<Extract<Start, { status: 'started' }>> {
    const { value, further } = expectStart(await this.call('start', question));
    this.note(further);
    expectThat(value.status === 'started', 'status started', `status ${value.status}`);
    this.#requested.set(value.requestId, '');
    return value;
  }

  /** @throws {Mismatch} if the response is malformed. */
  async outcome(requestId: string, more: object = {}): Promise<Outcome> {
    const answer = await this.call('outcome', { requestId, signIn: createUniqueId(), ...more });
    const { value, further } = expectOutcome(answer);
    this.note(further);
    return value;
  }

  /** Returns a request's outcome, which must have one of these statuses. @throws {Mismatch} */
  async expectOutcome<Status extends Outcome['status']>(
    requestId: string,
    ...statuses: Status[]
  ): Promise<Extract<Outcome, { status: Status }>> {
    const outcome = await this.outcome(requestId);
    const wanted = statuses as readonly string[];
    expectThat(
      wanted.includes(outcome.status),
      `outcome ${statuses.join(' or ')}`,
      `outcome ${outcome.status}`,
    );
    return outcome as Extract<Outcome, { status: Status }>;
  }

  /** Answers on the phone. */
  async act(
    action: PhoneAction,
    { requestId, asked }: Pick<Requested, 'requestId'> & { asked: { match: string } },
  ) {
    await this.#phone.act(action, requestId, asked.match);
  }

  /**
   * Answers on the phone. Ignores the error if the phone rejects the answer, because only the outcome that the
   * carrier reports matters.
   */
  async tryToAct(...answer: Parameters<CarrierTarget['act']>): Promise<void> {
    await this.act(...answer).catch(() => undefined);
  }

  /**
   * Expects that this many requests of the case are on the phone. Checks nothing if there is no phone. @throws
   * {Mismatch} if the number differs.
   */
  async expectOnPhone(count: number): Promise<void> {
    if (this.options.phone === undefined) return;
    const came = (await this.#phone.count()) - this.#onPhoneBefore;
    expectThat(came === count, `${count} requests on the phone`, `${came} requests on the phone`);
  }

  /** Moves the carrier's clock forward if the phone supports it. Otherwise, waits for the given time. */
  async pass(seconds: number): Promise<void> {
    await (this.options.phone?.advance?.(seconds) ?? wait(seconds * 1000));
  }

  /**
   * Records response fields that the port doesn't define. The case still passes, and its result lists these
   * fields.
   */
  note(further: readonly string[]): void {
    this.#further.push(...further);
  }

  get #phone(): Phone {
    const { phone } = this.options;
    if (phone === undefined) throw new Error("The case doesn't declare that it needs a user");
    return phone;
  }
}
