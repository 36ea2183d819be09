import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  Carrier as CarrierPort,
  Confirmation,
  ConfirmationRequest,
  Outcome,
} from '../../packages/plid/carrier/port.ts';
import { type ClockBinding, now } from '../core/worker/clock.ts';
import { type DirectoryBinding, directoryOf } from './directory/index.ts';
import { identityOf } from './identity.ts';

/** The three carriers, for development; their customers are the subscribers of the sandbox's directory. */
export class Carrier extends WorkerEntrypoint<DirectoryBinding & ClockBinding> implements CarrierPort {
  async confirm(request: ConfirmationRequest): Promise<Confirmation> {
    await this.#meetFaults();
    const confirmation = await directoryOf(this.env).confirm(request, await now(this.env));
    if (confirmation.status === 'failed')
      throw new Error('This subscriber is set up so that the carrier fails');
    return confirmation;
  }

  async outcome(requestId: string): Promise<Outcome> {
    const at = await now(this.env);
    const { status, wrongNumber, subscriber } = await directoryOf(this.env).outcome(requestId, at);
    if (status === 'denied') return { status, ...(wrongNumber && { wrongNumber }) };
    if (status !== 'approved') return { status };
    return subscriber === undefined
      ? { status: 'denied' }
      : { status, identity: await identityOf(subscriber, at) };
  }

  /** @throws where an outage of the carriers is set. */
  async #meetFaults(): Promise<void> {
    const faults = await directoryOf(this.env).takeFaults('carrier');
    const milliseconds = faults.reduce((sum, fault) => sum + fault.milliseconds, 0);
    if (milliseconds > 0) await scheduler.wait(milliseconds);
    if (faults.length > 0) throw new Error('A fault of the sandbox: the carriers do not answer');
  }
}
