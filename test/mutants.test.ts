import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { esbuild } from '../scripts/configuration/esbuild.ts';
import { mutated } from './mutants/mutant.ts';
import { parts } from './mutants/parts.ts';
import { root } from './support/world/bundles.ts';

const mutants = Object.values(parts).flat();

test('each has an ID of its own, which begins with its part', () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  for (const [part, { length }] of Object.entries(parts))
    expect(mutants.filter(({ id }) => id.startsWith(`${part}-`))).toHaveLength(length);
});

describe.each(mutants)('$id', (mutant) => {
  test('changes one place, is still TypeScript, and names tests that there are', async () => {
    const loader = path.extname(mutant.file).slice(1);
    const text = mutated(root, mutant);
    expect(mutant.replace).not.toBe(mutant.find);
    await esbuild.transform(text, { loader });
    expect(mutant.breaks).toMatch(/^[A-Z].*\.$/);
    expect(mutant.tests.length).toBeGreaterThan(0);
    for (const file of mutant.tests) expect(existsSync(path.join(root, file)), file).toBe(true);
  });
});
