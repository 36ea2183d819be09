import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  Carrier as CarrierPort,
  Confirmation,
  ConfirmationRequest,
  Outcome,
} from '../../../workers/core/protocol/carrier.ts';

type Failure = 'fails' | 'hangs';

/** In the place of an operator's carriers: answers what the test says, which the sandbox never would. */
let confirmation: Confirmation | Failure = { status: 'requested', requestId: 'r1' };
let outcome: Outcome | Failure = { status: 'pending' };
let asked: ConfirmationRequest[] = [];
let outcomesAsked = 0;
let questions = 0;

export class Carrier extends WorkerEntrypoint implements CarrierPort {
  async confirm(request: ConfirmationRequest): Promise<Confirmation> {
    asked.push(request);
    return orFail(confirmation);
  }

  async outcome(): Promise<Outcome> {
    outcomesAsked += 1;
    return orFail(outcome);
  }
}

/** A promise that nothing can settle any more the runtime would end at once: a silence lasts longer than anybody waits. */
async function orFail<Answer>(answer: Answer | Failure): Promise<Answer> {
  questions += 1;
  if (answer === 'fails') throw new Error('the carrier fails');
  if (answer === 'hangs') throw await scheduler.wait(30_000);
  return answer as Answer;
}

/** What the tests hold of it. */
export default class Control extends WorkerEntrypoint {
  answer(next: { confirmation?: Confirmation | Failure; outcome?: Outcome | Failure }): void {
    confirmation = next.confirmation ?? confirmation;
    outcome = next.outcome ?? outcome;
  }

  /** How often it was asked for anything, in all. */
  asked(): number {
    return questions;
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
