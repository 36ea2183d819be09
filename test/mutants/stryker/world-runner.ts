import path from 'node:path';
import type { Harness } from '../../support/world/harness.ts';
import { collect, type Suite } from './collected-tests.ts';
import { type Ended, runSuite } from './run-tests.ts';
import {
  bundleWorldTests,
  letWorkersBeMutants,
  mutantsHeader,
  mutantsHost,
  supportIn,
} from './world-bundles.ts';

/** What a worker is told: which of the mutants in it is active, and from how many runs on it counts as an endless loop. */
interface Told {
  activeMutant?: string;
  hitLimit?: number;
}

interface MutantRun {
  activeMutant: { id: string };
  testFilter?: string[];
  hitLimit?: number;
}

/** Names of files of tests, to try fewer. */
const onlyVariable = 'PLID_WORLD_TESTS';

/**
 * A test runner for Stryker (docs/security.md, "Mutants") that drives the workers in their runtime. All mutants are in them, and a worker is told
 * which one is active before each test: a world goes on from mutant to mutant, emptied as between two files of tests.
 */
class WorldRunner {
  #suites: Suite[] = [];
  #harnesses: ReadonlySet<Harness> = new Set();
  /** What the workers of each world were told last. */
  readonly #told = new WeakMap<Harness, Told>();

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init(): Promise<void> {
    const folder = process.cwd();
    const files = await bundleWorldTests(folder, process.env[onlyVariable]?.split(','));
    const support = supportIn(folder);
    const { setup } = await import(support.setup);
    await setup();
    const { harnesses } = await import(support.harness);
    this.#harnesses = harnesses;
    const { PLID_TEST_FOLDER: shared = '' } = process.env;
    await letWorkersBeMutants(path.join(shared, 'bundles'));
    for (const { test, file } of files) this.#suites.push(await collect(test, () => import(file)));
  }

  /** Runs all tests without a mutant, and records which mutants each of them meets. */
  async dryRun() {
    const tests: object[] = [];
    const perTest: Record<string, Record<string, number>> = {};
    for await (const { id, milliseconds, failure, met } of this.#run({})) {
      if (failure !== undefined) return { status: 'error', errorMessage: `${id}: ${failure}` };
      tests.push({ id, name: id, timeSpentMs: milliseconds, status: 0 });
      perTest[id] = Object.fromEntries(met.map((mutant) => [mutant, 1]));
    }
    return { status: 'complete', tests, mutantCoverage: { static: {}, perTest } };
  }

  /** Runs the tests of a mutant until one fails. That one must pass without the mutant, on the same world. */
  async mutantRun({ activeMutant, testFilter = [], hitLimit }: MutantRun) {
    let nrOfTests = 0;
    const told = { activeMutant: activeMutant.id, ...(hitLimit !== undefined && { hitLimit }) };
    for await (const { id, failure } of this.#run(told, new Set(testFilter))) {
      nrOfTests += 1;
      if (failure === undefined) continue;
      const { value: again } = await this.#run({}, new Set([id])).next();
      if (again?.failure !== undefined)
        return { status: 'error', errorMessage: `${id} fails without a mutant too: ${again.failure}` };
      return { status: 'killed', killedBy: [id], failureMessage: failure, nrOfTests };
    }
    return { status: 'survived', nrOfTests };
  }

  async *#run(told: Told, wanted?: ReadonlySet<string>): AsyncGenerator<Ended & { met: string[] }> {
    for (const suite of this.#suites) {
      const tests = runSuite(suite, {
        wanted,
        before: () => this.#tell(told),
        after: () => (wanted === undefined ? this.#tell(told, true) : []),
        // The hooks behind the tests empty the worlds: they meet no mutant.
        ended: () => this.#tell({}),
      });
      for await (const { met, ...ended } of tests)
        yield { ...ended, met: (met as string[] | undefined) ?? [] };
    }
  }

  /** Tells every worker of every world. @param again also where they were told the same. @returns the mutants that were met since the last time. */
  async #tell(told: Told, again = false): Promise<string[]> {
    const met = new Set<string>();
    await Promise.all(
      [...this.#harnesses].map(async (harness) => {
        const last = this.#told.get(harness);
        if (!again && last !== undefined && last.activeMutant === told.activeMutant) return;
        this.#told.set(harness, told);
        await Promise.all(
          harness.workers().map(async (worker) => {
            const body = JSON.stringify(told);
            const answer = await harness.fetch(worker, `http://${mutantsHost}/`, { method: 'POST', body });
            // A stand-in of the tests is no worker of ours, and has no mutants.
            if (!answer.headers.has(mutantsHeader)) return void (await answer.text());
            for (const mutant of (await answer.json()) as string[]) met.add(mutant);
          }),
        );
      }),
    );
    return [...met];
  }
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins = [
  {
    kind: 'TestRunner',
    name: 'worlds',
    factory: Object.assign(() => new WorldRunner(), { inject: [] }),
  },
];
