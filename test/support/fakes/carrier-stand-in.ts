import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  Carrier as CarrierPort,
  Confirmation,
  ConfirmationRequest,
  Notice,
  Outcome,
  RequestOwner,
  Start,
  StartRequest,
} from '../../../workers/core/carrier/port.ts';

type Failure = 'fails' | 'hangs' | 'is off' | { throws: string };

/** Replaces an operator's carriers, with answers that the sandbox would never give. */
const atFirst: {
  confirmation: Confirmation | Failure;
  outcome: Outcome | Failure;
  started: Start | Failure;
} = {
  confirmation: { status: 'requested', requestId: 'r1' },
  outcome: { status: 'pending' },
  started: 'fails',
};
let { confirmation, outcome, started } = atFirst;
let starts: StartRequest[] = [];
let asked: ConfirmationRequest[] = [];
let cancelled: string[] = [];
let noticed: Notice[] = [];
let owners: (RequestOwner | undefined)[] = [];
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

  async start(request: StartRequest): Promise<Start> {
    starts.push(request);
    return orFail(started);
  }

  async outcome(requestId: string, owner?: RequestOwner): Promise<Outcome> {
    outcomesAsked += 1;
    owners.push(owner);
    const known = await orFail(outcome);
    const isOwn = eachOwnPhone && known.status === 'approved';
    return isOwn ? { ...known, identity: { ...known.identity, phoneNo: requestId } } : known;
  }

  async cancel(requestId: string, owner?: RequestOwner): Promise<{ status: 'done' }> {
    cancelled.push(`${requestId} of ${owner?.telcoCd} in ${owner?.signIn}`);
    return { status: 'done' };
  }

  async notify(notice: Notice): Promise<{ status: 'taken' }> {
    noticed.push(notice);
    return { status: 'taken' };
  }
}

/** The runtime would end a promise that nothing can settle: a silence lasts longer than any caller waits instead. */
async function orFail<Answer>(answer: Answer | Failure): Promise<Answer> {
  questions += 1;
  if (typeof answer === 'object' && answer !== null && 'throws' in answer) throw new Error(answer.throws);
  if (answer === 'fails') throw new Error('the carrier fails');
  if (answer === 'is off') throw new Error('switched off: CARRIER_S_OFF');
  if (answer === 'hangs') throw await scheduler.wait(30_000);
  return answer as Answer;
}

/** The interface for tests. */
export default class Control extends WorkerEntrypoint {
  answer(next: {
    confirmation?: Confirmation | Failure;
    start?: Start | Failure;
    outcome?: Outcome | Failure;
  }): void {
    confirmation = next.confirmation ?? confirmation;
    started = next.start ?? started;
    outcome = next.outcome ?? outcome;
  }

  /** Forgets everything, for another file of tests. */
  renew(): void {
    ({ confirmation, outcome, started } = atFirst);
    [starts, asked, cancelled, noticed, owners] = [[], [], [], [], []];
    [outcomesAsked, questions, eachOwnPhone] = [0, 0, false];
  }

  /** From now on the phone that was asked is the one that approves, not the one that `outcome` names. */
  letEachPhoneApproveItsOwn(): void {
    eachOwnPhone = true;
  }

  asked(): number {
    return questions;
  }

  /** The number of calls of `outcome` since the last look. */
  outcomesTaken(): number {
    const taken = outcomesAsked;
    outcomesAsked = 0;
    return taken;
  }

  /** The requests that were cancelled since the last look, as `<request> of <carrier> in <sign-in>`. */
  cancelledTaken(): string[] {
    const taken = cancelled;
    cancelled = [];
    return taken;
  }

  /** The notices since the last look. */
  noticesTaken(): Notice[] {
    const taken = noticed;
    noticed = [];
    return taken;
  }

  /** The owners that were named with the questions for an outcome since the last look. */
  ownersTaken(): (RequestOwner | undefined)[] {
    const taken = owners;
    owners = [];
    return taken;
  }

  /** The starts that were requested since the last look. */
  startsTaken(): StartRequest[] {
    const taken = starts;
    starts = [];
    return taken;
  }

  /** The confirmations that were requested since the last look. */
  taken(): ConfirmationRequest[] {
    const taken = asked;
    asked = [];
    return taken;
  }
}
