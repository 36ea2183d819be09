import fc from 'fast-check';
import { agree } from './agree.ts';
import { lifeOf } from './commands.ts';
import { startLivingWorld } from './living-world.ts';
import { Life } from './model.ts';
import { RealLife } from './system.ts';
import { numbers } from './things.ts';

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
export async function liveLives({ runs, seed }: RunOptions): Promise<number> {
  let living = await startLivingWorld();
  let [lives, steps] = [0, 0];
  const property = fc.asyncProperty(lifeOf, async (commands) => {
    if (lives > 0 && lives % livesPerWorld === 0) {
      await living.close();
      living = await startLivingWorld();
    }
    lives += 1;
    const life = new Life(living.secrets);
    const real = new RealLife(living);
    for (const number of numbers) await real.subscribe({ number, holder: 0 });
    const lived = {
      living,
      real,
      codes: [],
      sessions: [],
      plids: new Map(),
      dead: new Set<never>(),
      steps: 0,
    };
    await fc.asyncModelRun(() => ({ model: life, real: lived }), commands);
    lived.dead.clear();
    await agree(life, lived);
    steps += lived.steps;
  });
  try {
    await fc.assert(property, { numRuns: runs, seed });
  } finally {
    await living.close();
  }
  return steps;
}
