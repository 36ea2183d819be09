import { expect, test } from 'vitest';
import { commitSeed } from '../drawn/commit-seed.ts';
import { warnOfFind } from '../drawn/warn-of-find.ts';
import { checkHistories } from './run.ts';

const histories = 48;

test('simultaneous requests are linearizable while KV lags and the runtime is killed (a find is a warning)', {
  timeout: 300_000,
}, async ({ annotate }) => {
  const warned = { seed: commitSeed(), warn: (text: string) => annotate(text, 'warning') };
  const seen = await warnOfFind('linearizability', warned, (seed) =>
    checkHistories({ runs: histories, seed }),
  );
  if (seen !== 'find') expect(seen.kills).toBeGreaterThan(0);
  expect(seen === 'find' ? histories : seen.histories).toBe(histories);
});
