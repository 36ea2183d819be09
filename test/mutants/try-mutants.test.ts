import { expect, test } from 'vitest';
import type { Mutant } from './mutant.ts';
import { tryMutants } from './try-mutants.ts';

const real: Mutant = {
  id: 'core-seal-expiry',
  file: 'workers/core/crypto/seal.ts',
  find: 'read.expires <= now',
  replace: 'read.expires < now',
  breaks: 'A sealed value does not open in the second in which it expires.',
  tests: ['test/core/seal.test.ts'],
};

/** Mutants that show whether the program reports what it should. */
const planted: Mutant[] = [
  { ...real, id: 'says-the-same', replace: `${real.find} && true` },
  { ...real, id: 'does-not-build', replace: `${real.find} ))` },
];

test('a mutant that breaks a promise is noticed; one with the same effect is not, and one that does not build counts as neither', {
  timeout: 180_000,
}, async () => {
  const told: string[] = [];
  const verdicts = await tryMutants([real, ...planted], {
    workers: 1,
    tell: ({ mutant, kind }) => told.push(`${mutant.id}: ${kind}`),
  });
  expect(told).toEqual(['core-seal-expiry: noticed', 'says-the-same: NOT noticed', 'does-not-build: error']);
  expect(verdicts[0]?.by).toBe('test/core/seal.test.ts > a sealed value > opens until it expires');
  expect(verdicts[1]?.by).toBe('test/core/seal.test.ts');
});
