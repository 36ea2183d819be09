import { expect, test } from 'vitest';
import { commitSeed } from '../drawn/commit-seed.ts';
import { warnOfFind } from '../drawn/warn-of-find.ts';
import { runSchedules } from './run.ts';

const schedules = 600;

test('steps across several objects keep their guarantees, in any order of calls and failures (a find is a warning)', {
  timeout: 120_000,
}, async ({ annotate }) => {
  const warned = { seed: commitSeed(), warn: (text: string) => annotate(text, 'warning') };
  const tried = await warnOfFind('schedules', warned, (seed) => runSchedules({ runs: schedules, seed }));
  expect([{ schedules }, 'find']).toContainEqual(tried);
});
