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
let eachOwnPhone = false;

export class Carrier extends WorkerEntrypoint implements CarrierPort {
  async confirm(request: ConfirmationRequest): Promise<Confirmation> {
    asked.push(request);
    const confirmed = await orFail(confirmation);
    const isOwn = eachOwnPhone && confirmed.status === 'requested';
    return isOwn ? { ...confirmed, requestId: request.phoneNo } : confirmed;
  }

  async outcome(requestId: string): Promise<Outcome> {
    outcomesAsked += 1;
    const known = await orFail(outcome);
    const isOwn = eachOwnPhone && known.status === 'approved';
    return isOwn ? { ...known, identity: { ...known.identity, phoneNo: requestId } } : known;
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

  /** From now on the phone that was asked is the one that approves, instead of the one that `outcome` names. */
  letEachPhoneApproveItsOwn(): void {
    eachOwnPhone = true;
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
