import { expect, test } from 'vitest';
import { seed } from '../../test/support/seed.ts';
import { runSchedules } from './run.ts';

const schedules = 600;

test('steps that span several objects keep what is promised, in whatever order their calls arrive and fail', {
  timeout: 120_000,
}, async () => {
  const tried = await runSchedules({ runs: schedules, seed });
  expect(tried).toEqual({ schedules });
});
