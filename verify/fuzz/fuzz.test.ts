import { expect, test } from 'vitest';
import { routes } from '../../test/attacks/support/targets.ts';
import { commitSeed } from '../drawn/commit-seed.ts';
import { warnOfFind } from '../drawn/warn-of-find.ts';
import { fuzz } from './fuzz.ts';

test('no mutated request to any route causes an internal error, and the next sign-in works (a find is a warning)', {
  timeout: 300_000,
}, async ({ annotate }) => {
  const warned = { seed: commitSeed(), warn: (text: string) => annotate(text, 'warning') };
  const statistics = await warnOfFind('fuzz', warned, (seed) => fuzz({ rounds: 1, batches: 2, seed }));
  const all = routes.map(({ half, method, path }) => `${half} ${method} ${path}`);
  const asked = statistics === 'find' ? all : [...statistics.routes.keys()];
  expect(asked).toEqual(expect.arrayContaining(all));
});
