import { WorkerEntrypoint } from 'cloudflare:workers';
import { type Rudeness, rudely, rudenesses } from '../../test/support/fakes/malformed-answers.ts';
import type { Carrier, ConfirmationRequest } from '../../workers/core/carrier/port.ts';

/**
 * The carrier's manners: as the sandbox, one fault, or faults that are drawn for two of three answers. A fault is named by its place in the list,
 * since not every value would arrive here unchanged.
 */
export type Manners = 'polite' | { rudeness: number } | { seed: number };

let manners: Manners = 'polite';
let drawn = 0;

/** Stands in front of the sandbox's carriers, and gives their answers faults that no carrier may have. */
export default class RudeCarrier extends WorkerEntrypoint<{ POLITE: Carrier }> {
  async confirm(request: ConfirmationRequest): Promise<unknown> {
    return answered('confirm', await this.env.POLITE.confirm(request));
  }

  async outcome(requestId: string): Promise<unknown> {
    return answered('outcome', await this.env.POLITE.outcome(requestId));
  }

  behave(next: Manners): void {
    manners = next;
    drawn = typeof next === 'object' && 'seed' in next ? next.seed : 0;
  }
}

function answered(call: Rudeness['call'], answer: object): unknown {
  if (manners === 'polite') return answer;
  const rudeness = 'seed' in manners ? drawRudeness(call) : rudenesses[manners.rudeness];
  return rudeness?.call === call ? rudely(answer, rudeness) : answer;
}

function drawRudeness(call: Rudeness['call']): Rudeness | undefined {
  const fitting = rudenesses.filter((rudeness) => rudeness.call === call);
  return draw(3) === 0 ? undefined : fitting[draw(fitting.length)];
}

/** A number below `below`: the next of a linear congruential generator (Numerical Recipes). */
function draw(below: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((drawn / 2 ** 32) * below);
}
