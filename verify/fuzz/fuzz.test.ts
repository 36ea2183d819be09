import { expect, test } from 'vitest';
import { routes } from '../../test/support/requests/targets.ts';
import { seed } from '../../test/support/seed.ts';
import { fuzz } from './fuzz.ts';

/** Enough batches for every request of the corpus to come once. */
const batches = 3;

test('no changed request to any route shows a fault of ours, and the next login works', {
  timeout: 300_000,
}, async () => {
  const { statistics, findings } = await fuzz({ batches, seed, maxFindings: 1, notice: console.error });
  expect(findings).toEqual([]);
  const asked = routes.map(({ half, method, path }) => `${half} ${method} ${path}`);
  expect([...statistics.routes.keys()]).toEqual(expect.arrayContaining(asked));
});
