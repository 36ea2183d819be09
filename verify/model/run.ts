import assert from 'node:assert/strict';
import fc from 'fast-check';
import { auditReadable, auditSwept } from './audit.ts';
import { lifeOf } from './commands.ts';
import { compareWithModel } from './compare-with-model.ts';
import { numbers } from './entities.ts';
import { type LivingWorld, startLivingWorld } from './living-world.ts';
import { Life } from './model.ts';
import type { Command, LivedIn } from './step.ts';
import { RealLife } from './system.ts';
import { untilGatewayForgets, untilServiceForgets } from './wait-for-expiry.ts';

export interface RunOptions {
  runs: number;
  seed: number;
}

/** After so many lives an empty world replaces this one, since the remains of each are visited once a second. */
const livesPerWorld = 40;

/**
 * Runs lives, and compares the workers with the model after each step.
 * @returns the number of steps. @throws with the shrunk steps and the seed if they disagree.
 */
export async function runModel({ runs, seed }: RunOptions): Promise<number> {
  let living = await startLivingWorld();
  let [lives, steps] = [0, 0];
  /** Set while lives are cut short, and leave something behind. */
  let hasFailed = false;
  const property = fc.asyncProperty(lifeOf, async (commands) => {
    if (lives > 0 && lives % livesPerWorld === 0) {
      if (!hasFailed) await auditSwept(living);
      await living.close();
      living = await startLivingWorld();
    }
    lives += 1;
    try {
      steps += await live(living, commands);
    } catch (failure) {
      hasFailed = true;
      throw failure;
    }
  });
  try {
    await fc.assert(property, { numRuns: runs, seed });
    await auditSwept(living);
  } finally {
    await living.close();
  }
  return steps;
}

/** One life, from the first subscription to the end of both registrations. @returns the number of its steps. */
async function live(living: LivingWorld, commands: Iterable<Command>): Promise<number> {
  const life = new Life(living.secrets);
  const real = new RealLife(living);
  for (const number of numbers) await real.subscribe({ number, holder: 0 });
  const lived: LivedIn = {
    living,
    real,
    codes: [],
    sessions: [],
    plids: new Map(),
    dead: new Set(),
    steps: 0,
    copiesMayStay: false,
  };
  await fc.asyncModelRun(() => ({ model: life, real: lived }), commands);
  lived.dead.clear();
  await compareWithModel(life, lived);
  await leaveAll(life, lived);
  auditReadable(lived);
  return lived.steps;
}

/** The life ends with the registrations of both numbers, after which nothing works. */
async function leaveAll(life: Life, lived: LivedIn): Promise<void> {
  for (const number of numbers) {
    life.leave(number);
    assert.equal((await lived.real.report('leave', number)).status, 200, 'leaving');
  }
  await untilGatewayForgets(life, lived);
  await compareWithModel(life, lived);
  await untilServiceForgets(life, lived);
}
