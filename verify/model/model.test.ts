import { expect, test } from 'vitest';
import { seed } from '../../test/support/seed.ts';
import { runModel } from './run.ts';

const lives = 4;

test("every step of a user's life matches the model: tokens, codes, sessions, and pages", {
  timeout: 300_000,
}, async () => {
  expect(await runModel({ runs: lives, seed })).toBeGreaterThan(0);
});
