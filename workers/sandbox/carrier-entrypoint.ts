import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  Carrier as CarrierPort,
  Confirmation,
  ConfirmationRequest,
  Outcome,
} from '../core/protocol/carrier.ts';
import { type ClockBinding, now } from '../core/worker/clock.ts';
import { type DirectoryBinding, directoryOf } from './directory/index.ts';
import { identityOf } from './identity.ts';

/** The three carriers, for development; their customers are the subscribers of the sandbox's directory. */
export class Carrier extends WorkerEntrypoint<DirectoryBinding & ClockBinding> implements CarrierPort {
  async confirm(request: ConfirmationRequest): Promise<Confirmation> {
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
}
