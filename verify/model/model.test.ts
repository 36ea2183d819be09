import { expect, test } from 'vitest';
import { seed } from '../../test/support/seed.ts';
import { runModel } from './run.ts';

const lives = 4;

test('one person’s life, step by step, is answered as the model says: tokens, codes, sessions and pages', {
  timeout: 300_000,
}, async () => {
  expect(await runModel({ runs: lives, seed })).toBeGreaterThan(0);
});
