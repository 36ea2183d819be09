import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  Carrier as CarrierPort,
  Confirmation,
  ConfirmationRequest,
  Outcome,
} from '../../workers/core/carrier.ts';

/** In the place of an operator's carriers: answers what the test says, which the sandbox never would. */
let confirmation: Confirmation | 'hangs' = { status: 'requested', requestId: 'r1' };
let outcome: Outcome | 'fails' = { status: 'pending' };
let asked: ConfirmationRequest[] = [];
let outcomesAsked = 0;

export class Carrier extends WorkerEntrypoint implements CarrierPort {
  async confirm(request: ConfirmationRequest): Promise<Confirmation> {
    asked.push(request);
    return confirmation === 'hangs' ? new Promise(() => undefined) : confirmation;
  }

  async outcome(): Promise<Outcome> {
    outcomesAsked += 1;
    if (outcome === 'fails') throw new Error('the carrier fails');
    return outcome;
  }
}

/** What the tests hold of it. */
export default class Control extends WorkerEntrypoint {
  answer(next: { confirmation?: Confirmation | 'hangs'; outcome?: Outcome | 'fails' }): void {
    confirmation = next.confirmation ?? confirmation;
    outcome = next.outcome ?? outcome;
  }

  /** How often the outcome of a request was asked for since the last time. */
  outcomesTaken(): number {
    const taken = outcomesAsked;
    outcomesAsked = 0;
    return taken;
  }

  /** What was asked since the last time. */
  taken(): ConfirmationRequest[] {
    const taken = asked;
    asked = [];
    return taken;
  }
}
