import { expect, test } from 'vitest';
import { seed } from '../../test/support/seed.ts';
import { checkHistories } from './run.ts';

const histories = 48;

test('simultaneous requests are linearizable while KV lags and the runtime is killed', {
  timeout: 300_000,
}, async () => {
  const seen = await checkHistories({ runs: histories, seed });
  expect(seen.histories).toBe(histories);
  expect(seen.kills).toBeGreaterThan(0);
});
