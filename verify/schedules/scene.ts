import assert from 'node:assert/strict';
import type { SimulatedWorld } from './simulated-world.ts';

/** Steps that span several objects, and promises that hold on every schedule. */
export interface Scene {
  name: string;
  /** Runs once, before all schedules. */
  prepare?(): Promise<void>;
  /** Plays the scene in a new world. @throws {AssertionError} if a promise is broken. */
  play(world: SimulatedWorld): Promise<void>;
}

/** How often a program or a user repeats a request that fails. */
const attempts = 4;

/** Repeats a request until its answer is not "later". @returns the last answer. */
export async function persist(ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    assert.ok(answer.status < 500 || answer.status === 503, `an answer of ${answer.status}`);
    if (answer.status !== 503 || attempt === attempts) return answer;
  }
}
