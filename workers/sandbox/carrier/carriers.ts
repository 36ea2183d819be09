import {
  type AppAddresses,
  type Carrier,
  type Confirmation,
  type ConfirmationRequest,
  type Notice,
  type Outcome,
  type Start,
  type StartRequest,
  shownParts,
} from '../../../packages/plid/carrier/port.ts';
import { type CarrierCode, carrierCodes } from '../../../packages/plid/protocol/user-record.ts';
import { carrierNames } from '../../core/protocol/attribute-words.ts';
import { type DirectoryBinding, directoryOf } from '../directory/index.ts';
import { identityOf } from '../identity.ts';

export interface CarriersEnv extends DirectoryBinding {
  /** Where the phones are. */
  SANDBOX_URL: string;
}

/**
 * The three carriers, for development, behind both forms of their port; their customers are the subscribers of the sandbox's
 * directory. Each method throws where the carrier is set up to fail.
 */
export class Carriers implements Required<Carrier> {
  readonly #env: CarriersEnv;
  readonly #now: Promise<number> | number;
  readonly #codes: readonly CarrierCode[];

  /** @param now in seconds since 1970. @param codes of the carriers that are asked: one that is asked by itself knows nothing of the others' customers. */
  constructor(env: CarriersEnv, now: Promise<number> | number, codes: readonly CarrierCode[] = carrierCodes) {
    this.#env = env;
    this.#now = now;
    this.#codes = codes;
  }

  async confirm(question: ConfirmationRequest): Promise<Confirmation> {
    await this.#meetFaults();
    const answer = await this.#directory.confirm(question, await this.#now);
    if (answer.status === 'failed') throw new Error('This subscriber is set up so that the carrier fails');
    return answer.status === 'requested' ? this.#requested(answer) : answer;
  }

  async start(question: StartRequest): Promise<Start> {
    await this.#meetFaults();
    const started = await this.#directory.start(question, await this.#now);
    return { ...this.#requested(started), status: 'started' };
  }

  async outcome(requestId: string): Promise<Outcome> {
    const at = await this.#now;
    const ended = await this.#directory.outcome(requestId, this.#codes, at);
    if (ended.status === 'denied')
      return ended.wrongNumber
        ? { status: 'denied', wrongNumber: true, why: 'wrong_number' }
        : { status: 'denied', why: 'person' };
    if (ended.status !== 'approved') return { status: ended.status };
    const { subscriber } = ended;
    if (subscriber === undefined) return { status: 'denied', why: 'person' };
    const phone = { country: 'KR', network: carrierNames[subscriber.telcoCd] };
    return { status: 'approved', identity: await identityOf(subscriber, at), phone, method: 'possession' };
  }

  async cancel(requestId: string): Promise<{ status: 'done' }> {
    await this.#directory.cancel(requestId, this.#codes, await this.#now);
    return { status: 'done' };
  }

  async notify(notice: Notice): Promise<{ status: 'taken' }> {
    await this.#directory.notify(notice);
    return { status: 'taken' };
  }

  /** A request that is on its way, and how the phone is opened for it. */
  #requested<Request extends { requestId: string }>(
    request: Request,
  ): Request & { open: AppAddresses; shown: (typeof shownParts)[number][] } {
    const open = { web: `${this.#env.SANDBOX_URL}/sandbox/open/${request.requestId}` };
    return { ...request, open, shown: [...shownParts] };
  }

  /** @throws where an outage of the carriers is set. */
  async #meetFaults(): Promise<void> {
    const faults = await this.#directory.takeFaults('carrier');
    const milliseconds = faults.reduce((sum, fault) => sum + fault.milliseconds, 0);
    if (milliseconds > 0) await scheduler.wait(milliseconds);
    if (faults.length > 0) throw new Error('A fault of the sandbox: the carriers do not answer');
  }

  get #directory() {
    return directoryOf(this.#env);
  }
}
