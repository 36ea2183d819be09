import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { esbuild } from '../scripts/configuration/esbuild.ts';
import { type Mutant, mutated } from './mutants/mutant.ts';
import { parts } from './mutants/parts.ts';
import { root } from './support/world/bundles.ts';

/** The fault of a row, which could not be tried as it is; undefined if there is none. */
async function faultOf(mutant: Mutant): Promise<string | undefined> {
  const loader = path.extname(mutant.file).slice(1) as 'ts' | 'tsx';
  try {
    await esbuild.transform(mutated(root, mutant), { loader });
  } catch (failure) {
    return String(failure);
  }
  if (mutant.find === mutant.replace || mutant.tests.length === 0) return `${mutant.id} tries nothing`;
  const gone = mutant.tests.find((file) => !existsSync(path.join(root, file)));
  return gone && `${mutant.id}: there is no ${gone}`;
}

test('every mistake of `npm run mutants` fits the source as it is, and names tests that there are', async () => {
  const faults = await Promise.all(Object.values(parts).flat().map(faultOf));
  expect(
    faults.filter((fault) => fault !== undefined),
    'Make the same mistake in the source of today (`file`, `find`, `replace`), and name the tests that notice it.',
  ).toEqual([]);
});

test('each has an ID of its own, which begins with its part', () => {
  const ids = Object.entries(parts).flatMap(([part, mutants]) => mutants.map(({ id }) => ({ part, id })));
  expect(ids.filter(({ part, id }) => !id.startsWith(`${part}-`))).toEqual([]);
  expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
});
