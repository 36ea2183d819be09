import {
  type AppAddresses,
  type Carrier,
  type Confirmation,
  type ConfirmationRequest,
  type Declined,
  type Notice,
  type Outcome,
  type Start,
  type StartRequest,
  shownParts,
} from '../../workers/core/carrier/port.ts';
import { type CarrierCode, carrierCodes, carrierNames } from '../../workers/core/protocol/user-record.ts';
import { type DirectoryBinding, directoryOf } from '../directory/index.ts';
import type { Fault } from '../fault.ts';
import { subscriberIdentity } from '../subscriber-identity.ts';

/** Time for which a carrier declines requests, in seconds. */
const retryAfter = 60;

export interface CarriersEnv extends DirectoryBinding {
  /** URL of the phones' pages. */
  SANDBOX_URL: string;
}

/**
 * The three development carriers behind both forms of the carrier port. Their subscribers are in the sandbox's
 * directory. Each method throws if the carrier is set to fail.
 */
export class Carriers implements Required<Carrier> {
  readonly #env: CarriersEnv;
  readonly #now: Promise<number> | number;
  readonly #codes: readonly CarrierCode[];

  /**
   * @param now in seconds since 1970. @param codes the carriers to ask. A single carrier must not access the other
   * carriers' subscribers.
   */
  constructor(env: CarriersEnv, now: Promise<number> | number, codes: readonly CarrierCode[] = carrierCodes) {
    this.#env = env;
    this.#now = now;
    this.#codes = codes;
  }

  async confirm(question: ConfirmationRequest): Promise<Confirmation> {
    const fault = await this.#meetFaults(question.telcoCd);
    if (fault !== undefined) return fault;
    const answer = await this.#directory.confirm(question, await this.#now);
    switch (answer.status) {
      case 'failed':
        throw new Error('This subscriber is set up so that the carrier fails');
      case 'unregistered':
        return { status: 'unregistered', install: this.#at(`?phoneNo=${question.phoneNo}`) };
      case 'unconfirmed':
        return { status: 'unconfirmed' };
      case 'requested':
        return {
          ...answer,
          // A carrier that reports nothing about its phones returns only the request's ID.
          ...(answer.shown !== undefined && {
            open: this.#at(`/open/${answer.requestId}`),
            install: this.#at(`?phoneNo=${question.phoneNo}`),
          }),
        };
    }
  }

  async start(question: StartRequest): Promise<Start> {
    const fault = await this.#meetFaults(question.telcoCd);
    if (fault !== undefined) return fault;
    const { requestId, code, digits } = await this.#directory.start(question, await this.#now);
    const open = this.#at(`/open/${requestId}`);
    return { status: 'started', requestId, open, shown: [...shownParts], calls: true, code, digits };
  }

  async outcome(requestId: string): Promise<Outcome> {
    const at = await this.#now;
    const ended = await this.#directory.outcome(requestId, this.#codes, at);
    if (ended.status === 'denied') {
      if (ended.wrongNumber) return { status: 'denied', why: 'wrong_number' };
      return { status: 'denied', why: ended.blocked ? 'blocked' : 'person' };
    }
    if (ended.status !== 'approved') return { status: ended.status };
    const { subscriber } = ended;
    if (subscriber === undefined) return { status: 'denied', why: 'person' };
    const phone = { country: subscriber.country, network: carrierNames[subscriber.telcoCd] };
    return {
      status: 'approved',
      identity: await subscriberIdentity(subscriber, at),
      phone,
      method: 'possession',
    };
  }

  async cancel(requestId: string): Promise<{ status: 'done' }> {
    await this.#directory.cancel(requestId, this.#codes, await this.#now);
    return { status: 'done' };
  }

  async notify(notice: Notice): Promise<{ status: 'taken' }> {
    await this.#directory.notify(notice);
    return { status: 'taken' };
  }

  #at(path: string): AppAddresses {
    return { web: `${this.#env.SANDBOX_URL}/sandbox${path}` };
  }

  /**
   * Applies the carrier's delays and faults.
   * @returns a response that replaces the carrier's own, or undefined if no fault replaces it. @throws if the
   * carrier is out of service.
   */
  async #meetFaults(code: CarrierCode): Promise<Declined | undefined> {
    const faults = await this.#directory.takeFaults('carrier', code);
    const milliseconds = faults.reduce((sum, fault) => sum + fault.milliseconds, 0);
    if (milliseconds > 0) await scheduler.wait(milliseconds);
    const meets = (kind: Fault['kind']) => faults.some((fault) => fault.kind === kind);
    if (meets('outage')) throw new Error('Simulated sandbox fault: the carriers do not respond');
    if (meets('foreign-answer')) return { status: 'perhaps' } as unknown as Declined;
    return meets('declined') ? { status: 'declined', retryAfter } : undefined;
  }

  get #directory() {
    return directoryOf(this.#env);
  }
}
