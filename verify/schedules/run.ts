import fc from 'fast-check';
import { maxChoice } from '../../test/support/fakes/schedule.ts';
import { loadScenes } from './load.ts';

/** More choices than any scene has calls. */
const maxChoices = 90;

const schedule = fc.record({
  scene: fc.nat(99),
  choices: fc.array(fc.nat(maxChoice), { minLength: 0, maxLength: maxChoices, size: 'max' }),
});

/** Runs scenes, each on a separate schedule. @throws with the shortest schedule that breaks a promise, and its trace. */
export async function runSchedules({ runs, seed }: { runs: number; seed: number }) {
  const { prepare, playOne } = await loadScenes();
  await prepare();
  const property = fc.asyncProperty(schedule, ({ scene, choices }) => playOne(scene, choices));
  await fc.assert(property, { numRuns: runs, seed });
  return { schedules: runs };
}
