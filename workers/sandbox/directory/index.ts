import { DurableObject } from 'cloudflare:workers';
import type { Confirmation, ConfirmationRequest } from '../../../packages/plid/carrier/port.ts';
import type { Fault } from '../fault.ts';
import { hasName, type Subscriber } from '../subscriber.ts';
import type { Exchange } from '../wire/exchange.ts';
import { Wire } from './exchange-table.ts';
import { Faults } from './fault-table.ts';
import { type PhoneRequest, Requests } from './request-table.ts';
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

/**
 * Everything that the sandbox stores: subscribers, the requests on their phones, faults, and recorded requests and answers.
 * Times are in seconds since 1970.
 */
export class Directory extends DurableObject {
  readonly #subscribers = new Subscribers(this.ctx.storage.sql);
  readonly #requests = new Requests(this.ctx.storage.sql);
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

  /** A carrier's answer to a confirmation request; `failed` where the subscriber is set up so. */
  confirm(request: ConfirmationRequest, at: number): Confirmation | { status: 'failed' } {
    const subscriber = this.#subscribers.find(request.phoneNo);
    if (subscriber?.behaviour === 'fails') return { status: 'failed' };
    const isConfirmed =
      subscriber !== undefined && !subscriber.left && subscriber.telcoCd === request.telcoCd;
    if (!isConfirmed || !hasName(subscriber, request.name)) return { status: 'unconfirmed' };
    return { status: 'requested', requestId: this.#requests.add(request, answers[subscriber.behaviour], at) };
  }

  /** The result of a request; `subscriber` is the person who approved it, and missing if they have left since. */
  outcome(
    id: string,
    at: number,
  ): Pick<PhoneRequest, 'status' | 'wrongNumber'> & { subscriber?: Subscriber } {
    const request = this.#requests.find(id, at);
    if (request === undefined) return { status: 'expired' };
    const subscriber = this.#subscribers.find(request.phoneNo);
    const { status, wrongNumber } = request;
    if (status === 'denied') return { status, ...(wrongNumber && { wrongNumber }) };
    if (status !== 'approved' || subscriber === undefined || subscriber.left) return { status };
    return { status, subscriber };
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
