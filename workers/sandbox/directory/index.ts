import { DurableObject } from 'cloudflare:workers';
import type { ConfirmationRequest, Notice, StartRequest } from '../../../packages/plid/carrier/port.ts';
import { randomSecret } from '../../../packages/plid/crypto/bytes.ts';
import type { CarrierCode } from '../../../packages/plid/protocol/user-record.ts';
import type { Fault } from '../fault.ts';
import { hasName, type Subscriber } from '../subscriber.ts';
import type { Exchange } from '../wire/exchange.ts';
import { Wire } from './exchange-table.ts';
import { Faults } from './fault-table.ts';
import { Notices } from './notice-table.ts';
import { createMatch, type PhoneRequest, Requests } from './request-table.ts';
import { type ListedSubscriber, Subscribers } from './subscriber-table.ts';

export interface DirectoryBinding {
  DIRECTORY: DurableObjectNamespace<Directory>;
}

/** The one directory of a sandbox. */
export function directoryOf({ DIRECTORY }: DirectoryBinding) {
  return DIRECTORY.get(DIRECTORY.idFromName('directory'));
}

/** The status that a phone gives a new request by itself; `waits` and `silent` leave it pending. */
const answers = { approves: 'approved', denies: 'denied', waits: 'pending', silent: 'pending' } as const;

/** What a carrier answers to `confirm`; `failed` where the subscriber is set up so. */
type Answered = { status: 'failed' } | { status: 'unconfirmed' } | { status: 'requested'; requestId: string };

/**
 * Everything that the sandbox stores: subscribers, the requests on their phones, faults, and recorded requests and answers.
 * Times are in seconds since 1970.
 */
export class Directory extends DurableObject {
  readonly #subscribers = new Subscribers(this.ctx.storage.sql);
  readonly #requests = new Requests(this.ctx.storage.sql);
  readonly #notices = new Notices(this.ctx.storage.sql);
  readonly #faults = new Faults(this.ctx.storage.sql);
  readonly #wire = new Wire(this.ctx.storage.sql);

  subscribers(): ListedSubscriber[] {
    return this.#subscribers.all();
  }

  subscriber(phoneNo: string): ListedSubscriber | undefined {
    return this.#subscribers.find(phoneNo);
  }

  saveSubscriber(subscriber: Subscriber): void {
    this.#subscribers.save(subscriber);
  }

  /** Takes the subscribers and the faults of a seed, beside the fixed subscribers. */
  plant(subscribers: Subscriber[], faults: Fault[]): void {
    for (const subscriber of subscribers) this.#subscribers.save(subscriber);
    this.#faults.replace(faults);
  }

  /** The subscriber has left the phone authentication app, or is back. */
  setLeft(phoneNo: string, left: boolean): void {
    this.#subscribers.setLeft(phoneNo, left);
    if (left) this.#requests.denyAll(phoneNo);
  }

  confirm(question: ConfirmationRequest, at: number): Answered {
    const subscriber = this.#subscribers.find(question.phoneNo);
    if (subscriber?.behaviour === 'fails') return { status: 'failed' };
    const isConfirmed =
      subscriber !== undefined && !subscriber.left && subscriber.telcoCd === question.telcoCd;
    if (!isConfirmed || !hasName(subscriber, question.name)) return { status: 'unconfirmed' };
    return {
      status: 'requested',
      requestId: this.#requests.add(question, answers[subscriber.behaviour], at),
    };
  }

  /** A request that waits for a phone. @returns with the secret of the code that another device shows. */
  start(question: StartRequest, at: number): { requestId: string; code: string } {
    const started = { phoneNo: '', match: createMatch(), code: randomSecret() };
    const requestId = this.#requests.add({ ...question, ...started }, 'pending', at);
    return { requestId, code: this.#requests.codeOf(requestId) };
  }

  /** The result of a request; `subscriber` is the person who approved it, and missing if they have left since. */
  outcome(
    id: string,
    carriers: readonly CarrierCode[],
    at: number,
  ): Pick<PhoneRequest, 'status' | 'wrongNumber'> & { subscriber?: Subscriber } {
    const request = this.#findOf(carriers, id, at);
    if (request === undefined) return { status: 'expired' };
    const subscriber = this.#subscribers.find(request.phoneNo);
    const { status, wrongNumber } = request;
    if (status === 'denied') return { status, ...(wrongNumber && { wrongNumber }) };
    if (status !== 'approved' || subscriber === undefined || subscriber.left) return { status };
    return { status, subscriber };
  }

  /** The phone no longer asks. A request that has ended stays as it is. */
  cancel(id: string, carriers: readonly CarrierCode[], at: number): void {
    if (this.#findOf(carriers, id, at)?.status === 'pending') this.#requests.end(id, 'cancelled');
  }

  notify(notice: Notice): void {
    this.#notices.add(notice);
  }

  /** The notices on a phone, the newest first. */
  notices(phoneNo: string): Notice[] {
    return this.#notices.list(phoneNo);
  }

  /** A carrier knows its own requests alone. One of the release before says nothing of its carrier. */
  #findOf(carriers: readonly CarrierCode[], id: string, at: number): PhoneRequest | undefined {
    const request = this.#requests.find(id, at);
    const { telcoCd } = request ?? {};
    return telcoCd === undefined || carriers.includes(telcoCd) ? request : undefined;
  }

  request(id: string, at: number): PhoneRequest | undefined {
    return this.#requests.find(id, at);
  }

  requests(phoneNo: string | undefined, at: number): PhoneRequest[] {
    return this.#requests.list(phoneNo, at);
  }

  /**
   * The person decides; a request that has ended stays as it is. A single wrong number ends it as denied.
   * @param match the number that they tapped; undefined denies. @returns undefined for an unknown request.
   */
  decide(id: string, match: string | undefined, at: number): PhoneRequest | undefined {
    const request = this.#requests.find(id, at);
    if (request?.status !== 'pending') return request;
    const answered = match === request.match ? 'approved' : 'wrong_number';
    this.#requests.end(id, match === undefined ? 'denied' : answered);
    return this.#requests.find(id, at);
  }

  faults(): Fault[] {
    return this.#faults.all();
  }

  setFaults(faults: Fault[]): void {
    this.#faults.replace(faults);
  }

  addFault(fault: Fault): void {
    this.#faults.add(fault);
  }

  /** The faults that the next request to an endpoint meets; each counts down. */
  takeFaults(endpoint: string): Fault[] {
    return this.#faults.take(endpoint);
  }

  record(exchange: Exchange): void {
    this.#wire.record(exchange);
  }

  /** The latest exchanges, in their order. */
  exchanges(): Exchange[] {
    return this.#wire.all();
  }
}
