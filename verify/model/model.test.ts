import { expect, test } from 'vitest';
import { commitSeed } from '../drawn/commit-seed.ts';
import { warnOfFind } from '../drawn/warn-of-find.ts';
import { runModel } from './run.ts';

const lives = 1;

test("every step of a user's life matches the model: tokens, codes, sessions, and pages (a find is a warning)", {
  timeout: 300_000,
}, async ({ annotate }) => {
  const warned = { seed: commitSeed(), warn: (text: string) => annotate(text, 'warning') };
  const steps = await warnOfFind('model', warned, (seed) => runModel({ runs: lives, seed }));
  expect(steps === 'find' || steps > 0).toBe(true);
});
