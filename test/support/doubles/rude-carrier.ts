import { WorkerEntrypoint } from 'cloudflare:workers';
import type { Carrier, ConfirmationRequest } from '../../../workers/core/protocol/carrier.ts';
import { type Rudeness, rudely, rudenesses } from './rude-answers.ts';

/** How it answers: as the sandbox, one way wrong, or each answer wrong in a way that is drawn. */
export type Manners = 'polite' | Rudeness | { seed: number };

let manners: Manners = 'polite';
let drawn = 0;

/** In front of the sandbox's carriers: what they answer, in a shape that no carrier may have. */
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
  if (!('seed' in manners)) return manners.call === call ? rudely(answer, manners) : answer;
  const choices = rudenesses.filter((rudeness) => rudeness.call === call);
  return rudely(answer, choices[draw(choices.length)] ?? { field: 'answer', value: undefined });
}

/** A number below `below`: the next of a linear congruential generator (Numerical Recipes). */
function draw(below: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((drawn / 2 ** 32) * below);
}
