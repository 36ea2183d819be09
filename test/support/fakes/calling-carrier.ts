import { WorkerEntrypoint } from 'cloudflare:workers';
import type { Carrier, Confirmation, ConfirmationRequest } from '../../../workers/core/carrier/port.ts';

interface Env {
  SANDBOX: Service<WorkerEntrypoint & Carrier>;
}

let outcomes: string[] = [];

/** The sandbox's carriers, which say here that they call as soon as a phone has answered. A test calls in their place. */
export default class CallingCarrier extends WorkerEntrypoint<Env> {
  async confirm(request: ConfirmationRequest): Promise<Confirmation> {
    const confirmation = await this.env.SANDBOX.confirm(request);
    return confirmation.status === 'requested' ? { ...confirmation, calls: true } : confirmation;
  }

  async outcome(requestId: string) {
    outcomes.push(requestId);
    return this.env.SANDBOX.outcome(requestId);
  }

  /** Forgets everything, for another file of tests. */
  renew(): void {
    outcomes = [];
  }

  /** The requests that it was asked about since the last look. */
  taken(): string[] {
    const taken = outcomes;
    outcomes = [];
    return taken;
  }
}
