import { expect, test } from 'vitest';
import { seed } from '../../test/support/seed.ts';
import { runSchedules } from './run.ts';

const schedules = 600;

test('steps across several objects keep their guarantees, in any order of calls and failures', {
  timeout: 120_000,
}, async () => {
  const tried = await runSchedules({ runs: schedules, seed });
  expect(tried).toEqual({ schedules });
});
