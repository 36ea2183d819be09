import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  Carrier as CarrierPort,
  ConfirmationRequest,
  Notice,
  StartRequest,
} from '../../workers/core/carrier/port.ts';
import { type ClockBinding, now } from '../../workers/core/worker/clock.ts';
import { Carriers, type CarriersEnv } from './carriers.ts';

/** The carrier port as a service binding, which the service uses as `CARRIER`. */
export class Carrier extends WorkerEntrypoint<CarriersEnv & ClockBinding> implements Required<CarrierPort> {
  confirm(question: ConfirmationRequest) {
    return this.#carriers.confirm(question);
  }

  start(question: StartRequest) {
    return this.#carriers.start(question);
  }

  outcome(requestId: string) {
    return this.#carriers.outcome(requestId);
  }

  cancel(requestId: string) {
    return this.#carriers.cancel(requestId);
  }

  notify(notice: Notice) {
    return this.#carriers.notify(notice);
  }

  get #carriers() {
    return new Carriers(this.env, now(this.env));
  }
}
