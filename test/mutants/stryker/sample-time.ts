/** The end of a sample, in milliseconds since 1970, for the test runners, which are processes of their own. */
export const sampleEndVariable = 'PLID_SAMPLE_END';

/** The files of tests that drive the workers, with commas between them; all by default. */
export const worldTestsVariable = 'PLID_WORLD_TESTS';

/** Whether Stryker runs for a sample: its configurations ask. @public */
export const isSample = sampleEndVariable in process.env;

// The setup of the worlds empties the environment later.
const end = Number(process.env[sampleEndVariable] ?? Number.POSITIVE_INFINITY);

/** Whether the time of a sample is over: the mutants that are left count as not tried. */
export const isOver = (): boolean => Date.now() > end;
