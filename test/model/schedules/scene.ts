import assert from 'node:assert/strict';
import type { SimulatedWorld } from './simulated-world.ts';

/** Steps that span several objects, and what is promised of them whatever the schedule. */
export interface Scene {
  name: string;
  /** Once, before all schedules. */
  prepare?(): Promise<void>;
  /** Plays it in a new world. @throws {AssertionError} where a promise is broken. */
  play(world: SimulatedWorld): Promise<void>;
}

/** How often a program or a person tries again whatever failed on the way. */
const attempts = 4;

/** Asks until it is answered, and not with "later". @returns the last answer. */
export async function persist(ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    assert.ok(answer.status < 500 || answer.status === 503, `an answer of ${answer.status}`);
    if (answer.status !== 503 || attempt === attempts) return answer;
  }
}
