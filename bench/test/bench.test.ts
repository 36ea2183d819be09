import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { treeOf, withBefore } from '../cases/before.ts';
import { allCases } from '../cases/index.ts';
import { checkFigures } from '../report/figures.ts';
import { isMet, summarize } from '../report/statistics.ts';
import { checkAnswers } from '../runner/answers.ts';
import { root } from '../runner/bundles.ts';
import { type Running, startHelper, startSystem } from '../runner/process.ts';
import { type Case, isOurs, type System } from '../runner/system.ts';

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

/** The product of a case in each of its forms, and its limit if it has one, up and prepared. */
async function startOwn({ systems, helpers: called = [] }: Case): Promise<Map<System, Running>> {
  const helpers = new Map<string, number>();
  for (const helper of called) {
    const process = await once(helper.source, () => startHelper(helper, folders));
    helpers.set(helper.name, process.portOf(helper.name));
  }
  const running = new Map<System, Running>();
  for (const system of systems.filter(isOurs)) {
    const process = await once(system.workers, () => startSystem(system, folders, helpers));
    running.set(system, process);
    await system.prepare?.(process.call, process.call);
  }
  return running;
}

/** A copy of the project without `.git` has no commits to compare with. */
const isRepository = spawnSync('git', ['cat-file', '-e', 'HEAD'], { cwd: root }).status === 0;

const caseOf = (name: string): Case => {
  const found = cases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no case ${name}`);
  return found;
};

describe('the benchmark', () => {
  test('has hand-written limits of token, user, and callback', () => {
    const limited = cases.filter(({ systems }) => systems.some(({ name }) => name === 'limit'));
    expect(limited.map(({ name }) => name)).toEqual(['token', 'user', 'callback']);
    for (const { targets } of limited) expect(targets.limit).toBeGreaterThan(1);
  });

  test('has the gateway as one Worker beside one worker per route', () => {
    const inBothForms = cases.filter(({ systems }) => systems.some(({ name }) => name === 'single'));
    expect(inBothForms).toEqual(cases.filter(({ half }) => half === 'gateway'));
    for (const { targets } of inBothForms) expect(targets.single).toBe(1.05);
  });

  test.each(cases)(
    '$name: the product and its limit send the same response, and one Worker the same status',
    async (stated) => {
      await expect(checkAnswers(stated, await startOwn(stated))).resolves.toBeUndefined();
    },
  );

  test("measures nothing if the limit's response differs", async () => {
    const [token, user] = [caseOf('token'), caseOf('user')];
    const [product, limit] = [...(await startOwn(user))];
    const ofToken = token.systems.find(({ name }) => name === 'limit');
    if (product === undefined || limit === undefined || ofToken === undefined)
      throw new Error('There is no limit');
    const swapped = new Map([product, [ofToken, limit[1]] as const]);
    await expect(checkAnswers(user, swapped)).rejects.toThrow("the limit's answer differs");
    await expect(checkAnswers({ ...user, status: 401 }, swapped)).rejects.toThrow('answers 200');
    await expect(checkAnswers(user, new Map([product]))).rejects.toThrow('has no limit');
  });

  test.skipIf(!isRepository)("compares with another commit's product on the same requests", async () => {
    const tree = treeOf('HEAD', path.join(folder, 'before'));
    const [one] = await withBefore([caseOf('refused')], tree);
    const [product, before] = [one?.systems[0], one?.systems.at(-1)];
    expect([product?.name, before?.name, before?.requests]).toEqual(['product', 'before', product?.requests]);
    expect(before?.workers[0]?.source).toBe(path.join(tree, product?.workers[0]?.source ?? ''));
    const running = await once(before, () => startSystem(before as System, folders));
    await before?.prepare?.(running.call, running.call);
    const both = await startOwn(one as Case);
    await checkAnswers(one as Case, new Map([...both, [before as System, running]]));
  });

  test('names the commit that a clone lacks', () => {
    expect(() => treeOf('no-such-commit', folder)).toThrow('This clone has no commit no-such-commit');
  });

  test('publishes figures only of a commit, with every case', () => {
    expect(() => checkFigures('440278b-dirty', true)).toThrow('Commit first');
    expect(() => checkFigures('440278b', false)).toThrow('Measure every case');
    expect(() => checkFigures('440278b', true)).not.toThrow();
  });

  test('compares runs of the same round, and judges targets by the median', () => {
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
      ...[at('single', 0, 4), at('single', 1, 3), at('single', 2, 3)],
    ];
    const stated = {
      name: 'token',
      half: 'service',
      status: 200,
      systems: [],
      targets: { limit: 2 },
    } as const;
    const [limit, single] = summarize(stated, measurements).comparisons;
    expect(single).toMatchObject({ system: 'single', ratio: { median: 1, min: 1, max: 1.5 }, least: 1.5 });
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
