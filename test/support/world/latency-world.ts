import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { esbuild, workerBundle } from '../../../tools/configuration/esbuild.ts';
import { folderOf } from '../../../tools/configuration/worker-source.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import { delays, isUnderWay, type Told, type Waterfall, waterfallOf } from '../assertions/waterfall.ts';
import { bundleOf, root } from './bundles.ts';
import { callingCarrier } from './calling-carrier.ts';
import { listedWorkers, type Tree, writeConfigurations } from './configurations.ts';
import { testFolder } from './isolation.ts';
import { observedObjects } from './test-workers.ts';
import { useStarted } from './use-world.ts';
import { startWorld } from './world.ts';

/** Follows a call through a worker. Only the tests need it, not the workers. */
const flags = ['nodejs_als'];

/** A worker's entry, in which everything that it exports has slow bindings. */
function slowEntry(worker: ListedWorker): string {
  const real = JSON.stringify(path.join(root, fileOf(worker)));
  const doubles = JSON.stringify(path.join(root, 'test/support/fakes/slow-bindings.ts'));
  const classes = worker.classes?.flat() ?? [];
  return [
    `import * as real from ${real};`,
    `import { slowObject, slowWorker } from ${doubles};`,
    `export * from ${real};`,
    ...classes.map((name) => `export const ${name} = slowObject(real.${name}, real.default);`),
    'export default slowWorker(real.default);',
  ].join('\n');
}

const fileOf = (worker: ListedWorker): string =>
  worker.classes === undefined ? `${folderOf(worker)}/index.ts` : observedObjects(worker);

/** All workers as they are deployed, behind bindings that answer slowly. */
async function slowTree(): Promise<Tree> {
  const top = path.join(testFolder(), 'slow');
  const bundles = path.join(top, 'bundles');
  const entryPoints = listedWorkers.map((worker) => {
    const file = fileOf(worker);
    const entry = path.join(top, file);
    mkdirSync(path.dirname(entry), { recursive: true });
    writeFileSync(entry, slowEntry(worker));
    return { in: entry, out: path.relative(bundles, bundleOf(file, bundles)).replace(/\.js$/, '') };
  });
  const external = [...workerBundle.external, 'node:async_hooks'];
  await esbuild.build({ absWorkingDir: root, ...workerBundle, external, entryPoints, outdir: bundles });
  const tree = { top: root, workers: listedWorkers, bundles, isObserved: true };
  writeConfigurations(tree, flags);
  return tree;
}

/** After so long without a word, in milliseconds, all that follows an answer is done. */
const quiet = 2 * Math.max(...Object.values(delays));

/** Both halves and carriers that call back, where every call of an object, of KV, of a carrier and of the other half takes long. */
async function startLatencyWorld() {
  const tree = await slowTree();
  const world = await startWorld({ ...callingCarrier, releases: { objects: tree, callers: tree } });
  return {
    ...world,
    /** The calls of some work, with everything that follows its last answer. */
    async waterfall(work: () => Promise<unknown>): Promise<Waterfall> {
      const [from, start] = [world.harness.logs().length, Date.now()];
      await work();
      let told: Told[] = [];
      for (let before = -1; before < told.length || isUnderWay(told); ) {
        before = told.length;
        await new Promise((resolve) => setTimeout(resolve, quiet));
        const lines = world.harness.logs().slice(from).join('\n').split('\n');
        told = lines.filter(isTold).map((line): Told => JSON.parse(line));
      }
      return waterfallOf(told.filter((each) => beganOf(each) >= start));
    },
  };
}

/** Lines of calls and requests. The lines of one that has ended may arrive while the next step runs. */
const beganOf = (told: Told): number =>
  'call' in told ? told.call.began : 'visit' in told ? told.visit.began : Number.NEGATIVE_INFINITY;

const isTold = (line: string): boolean => /^\{"(?:begins":"|(?:call|visit)":\{"id")/.test(line);

/** A slow world for all tests of a file, with isolates that know nothing; see useWorld. */
export const useLatencyWorld = () => useStarted(startLatencyWorld);
