/** Time in which a sample tries mutants, in milliseconds. It is passed to the test runners, which are separate processes. */
export const sampleTimeVariable = 'PLID_SAMPLE_TIME';

/** The files of tests that drive the workers, with commas between them; all by default. */
export const worldTestsVariable = 'PLID_WORLD_TESTS';

/** Whether Stryker runs for a sample: its configurations ask. @public */
export const isSample = sampleTimeVariable in process.env;

// The setup of the worlds empties the environment later.
const milliseconds = Number(process.env[sampleTimeVariable] ?? Number.POSITIVE_INFINITY);
let end: number | undefined;

/** Whether the time of a sample has passed. It starts with the first mutant. The remaining mutants count as not tried. */
export function isOver(): boolean {
  end ??= Date.now() + milliseconds;
  return Date.now() > end;
}
