import { expect, test } from 'vitest';
import { routes } from '../../test/attacks/support/targets.ts';
import { seed } from '../../test/support/seed.ts';
import { fuzz } from './fuzz.ts';

test('no mutated request to any route causes an internal error, and the next sign-in works', {
  timeout: 300_000,
}, async () => {
  const { routes: asked } = await fuzz({ rounds: 1, batches: 3, seed });
  const all = routes.map(({ half, method, path }) => `${half} ${method} ${path}`);
  expect([...asked.keys()]).toEqual(expect.arrayContaining(all));
});
