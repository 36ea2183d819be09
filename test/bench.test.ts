import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { withBefore } from '../bench/cases/before.ts';
import { allCases } from '../bench/cases/index.ts';
import { writeFigures } from '../bench/report/figures.ts';
import { isMet, summarize } from '../bench/report/statistics.ts';
import { checkAnswers } from '../bench/runner/answers.ts';
import { root } from '../bench/runner/bundles.ts';
import { type Running, startHelper, startSystem } from '../bench/runner/process.ts';
import type { Case, System } from '../bench/runner/system.ts';

/** In memory if there is a folder for it: the test makes hundreds of objects. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folder = mkdtempSync(path.join(memory, 'plid-bench-test-'));
const processes = new Map<unknown, Promise<Running>>();
const cases = await allCases();

afterAll(async () => {
  for (const process of processes.values()) await (await process).stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Several cases have the same workers: these are started once. */
function once(key: unknown, start: () => Promise<Running>): Promise<Running> {
  const process = processes.get(key) ?? start();
  processes.set(key, process);
  return process;
}

const folders = { built: folder, data: folder };

/** The product and the limit of a case, up and prepared. */
async function startBoth({ systems, helpers: called = [] }: Case): Promise<Map<System, Running>> {
  const helpers = new Map<string, number>();
  for (const helper of called) {
    const process = await once(helper.source, () => startHelper(helper, folders));
    helpers.set(helper.name, process.portOf(helper.name));
  }
  const both = systems.filter(({ name }) => name === 'product' || name === 'limit');
  const running = new Map<System, Running>();
  for (const system of both) {
    const process = await once(system.workers, () => startSystem(system, folders, helpers));
    running.set(system, process);
    await system.prepare?.(process.call, ([...running.values()][0] ?? process).call);
  }
  return running;
}

describe('the benchmark', () => {
  test.each(cases)('$name: the limit answers as the product does', async (stated) => {
    expect(stated.systems.slice(0, 2).map(({ name }) => name)).toEqual(['product', 'limit']);
    expect(stated.targets.limit).toBeGreaterThan(1);
    await checkAnswers(stated, await startBoth(stated));
  });

  test('measures nothing where the limit answers otherwise', async () => {
    const [first, second] = ['refused', 'sign-in-page'].map((name) => cases.find((one) => one.name === name));
    if (first === undefined || second === undefined) throw new Error('There is no such case');
    const [product, limit] = [...(await startBoth(first))];
    const other = second.systems[1];
    if (product === undefined || limit === undefined || other === undefined)
      throw new Error('There is no limit');
    await expect(checkAnswers(first, new Map([product, [other, limit[1]]]))).rejects.toThrow('answers 200');
    await expect(checkAnswers(first, new Map([product]))).rejects.toThrow('has no limit');
  });

  test('has the product of another checkout take part, with the requests of this one', async () => {
    const stated = cases.filter(({ name }) => name === 'refused');
    expect(await withBefore(stated, undefined)).toEqual(stated);
    const [one] = await withBefore(stated, root);
    const [product, before] = [one?.systems[0], one?.systems.at(-1)];
    expect([product?.name, before?.name, before?.requests]).toEqual(['product', 'before', product?.requests]);
    expect(before?.workers[0]?.source).toBe(path.join(root, product?.workers[0]?.source ?? ''));
    const running = await once(before, () => startSystem(before as System, folders));
    await before?.prepare?.(running.call, running.call);
    const both = await startBoth(one as Case);
    await checkAnswers(one as Case, new Map([...both, [before as System, running]]));
  });

  test('writes no figures of files that are no commit', () => {
    const run = { commit: '440278b-dirty', results: [] } as never;
    expect(() => writeFigures(run, [])).toThrow('Commit first');
  });

  test('compares what ran in the same round, and calls a target met by the median', () => {
    const at = (system: string, round: number, cpu: number) => ({
      case: 'token',
      system,
      round,
      cpu,
      requests: 1,
      rate: 1,
    });
    const measurements = [
      ...[at('product', 0, 4), at('product', 1, 2), at('product', 2, 3)],
      ...[at('limit', 0, 2), at('limit', 1, 2), at('limit', 2, 1)],
    ];
    const stated = {
      name: 'token',
      half: 'service',
      status: 200,
      systems: [],
      targets: { limit: 2 },
    } as const;
    const [limit] = summarize(stated, measurements).comparisons;
    expect(limit).toEqual({
      system: 'limit',
      ratio: { median: 2, min: 1, max: 3 },
      least: 2,
      target: 2,
      rounds: 3,
    });
    expect(limit && isMet(limit)).toBe(true);
    expect(limit && isMet({ ...limit, target: 1.9 })).toBe(false);
  });
});
