import path from 'node:path';
import { bundlesAreMade } from '../../test/support/world/bundles.ts';
import type { Harness } from '../../test/support/world/harness.ts';
import { collect, type Suite } from './collected-tests.ts';
import { type Ended, Hanging, runSuite } from './run-tests.ts';
import { isOver, worldTestsVariable } from './sample-time.ts';
import {
  bundleWorldTests,
  letWorkersBeMutants,
  type Met,
  mutantsHeader,
  mutantsHost,
  supportIn,
} from './world-bundles.ts';

/** A request to a worker: its active mutant, and the number of runs from which on that counts as an endless loop. */
interface Told {
  activeMutant?: string;
  hitLimit?: number;
}

interface MutantRun {
  activeMutant: { id: string };
  testFilter?: string[];
  hitLimit?: number;
}

/** In milliseconds. */
const quick = 1_000;

/** How often each mutant was met, by its id. */
type Counts = Record<string, number>;

/**
 * A test runner for Stryker (verify/README.md) that drives the workers in their runtime. The workers contain all
 * mutants, and a request chooses the active one before each test: a world continues from mutant to mutant, emptied as between
 * two files of tests.
 */
class WorldRunner {
  #suites: Suite[] = [];
  #harnesses: ReadonlySet<Harness> = new Set();
  /** The latest request to the workers of each world. */
  readonly #told = new WeakMap<Harness, Told>();
  /** The time of each file's tests without a mutant. */
  readonly #milliseconds = new Map<Suite, number>();
  /** The mutants that are met while a worker is loaded, before a request can choose one. */
  readonly #loaded: Counts = {};
  /** Fakes of the tests. They aren't workers of the product, and have no mutants. */
  readonly #strangers = new WeakMap<Harness, Set<string>>();
  /** The quick tests that noticed a mutant, the latest first: they often notice the next one, which is close to it. */
  #noticing: string[] = [];
  #removeFolder = async () => {};

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init(): Promise<void> {
    const folder = process.cwd();
    process.env.PLID_KEPT_WORLDS = '12';
    const files = await bundleWorldTests(folder, process.env[worldTestsVariable]?.split(','));
    const support = supportIn(folder);
    const { setup } = await import(support.setup);
    this.#removeFolder = await setup();
    const { harnesses } = await import(support.harness);
    this.#harnesses = harnesses;
    const { PLID_TEST_FOLDER: shared = '' } = process.env;
    await bundlesAreMade();
    await letWorkersBeMutants(path.join(shared, 'bundles'));
    for (const { test, file } of files) this.#suites.push(await collect(test, () => import(file)));
  }

  /** Runs all tests without a mutant, and records which mutants each of them meets, and how often. */
  async dryRun() {
    const tests: object[] = [];
    const perTest: Record<string, Counts> = {};
    const failures: string[] = [];
    for await (const { id, milliseconds, failure, met } of this.#run({})) {
      if (failure !== undefined) failures.push(`${id}: ${failure}`);
      tests.push({ id, name: id, timeSpentMs: milliseconds, status: 0 });
      perTest[id] = met;
    }
    if (failures.length > 0) return { status: 'error', errorMessage: failures.join('\n') };
    return { status: 'complete', tests, mutantCoverage: { static: this.#loaded, perTest } };
  }

  /** Runs the tests of a mutant until one fails: those that noticed others, then the quickest file first. That test must pass without the mutant, in the same world. */
  async mutantRun({ activeMutant, testFilter = [], hitLimit }: MutantRun) {
    if (isOver()) return { status: 'error', errorMessage: 'no time is left for it' };
    const told = { activeMutant: activeMutant.id, ...(hitLimit !== undefined && { hitLimit }) };
    try {
      const likely = this.#noticing.filter((id) => testFilter.includes(id));
      const others = testFilter.filter((id) => !likely.includes(id));
      const { failed, nrOfTests } = await this.#runUntilFailure(told, likely, others);
      if (failed === undefined) return { status: 'survived', nrOfTests };
      const { id, failure } = failed;
      if (failed.milliseconds < quick)
        this.#noticing = [id, ...this.#noticing.filter((other) => other !== id)].slice(0, 10);
      const { failed: again } = await this.#runUntilFailure({}, [id]);
      return again === undefined
        ? { status: 'killed', killedBy: [id], failureMessage: failure, nrOfTests }
        : { status: 'error', errorMessage: `${id} fails without a mutant too: ${again.failure}` };
    } catch (failure) {
      if (!(failure instanceof Hanging)) throw failure;
      // A world whose worker hangs is in no certain state: Stryker ends this process and its runtimes when the mutant's time is
      // over.
      return new Promise<never>(() => {});
    }
  }

  async #runUntilFailure(told: Told, ...groups: readonly string[][]) {
    let nrOfTests = 0;
    for (const wanted of groups) {
      for await (const ended of this.#run(told, new Set(wanted))) {
        nrOfTests += 1;
        if (ended.failure !== undefined) return { failed: ended, nrOfTests };
      }
    }
    return { nrOfTests };
  }

  /** Stryker ends the process behind it. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#harnesses].map((harness) => harness.close()));
    await this.#removeFolder();
  }

  async *#run(told: Told, wanted?: ReadonlySet<string>): AsyncGenerator<Ended & { met: Counts }> {
    for (const suite of this.#inOrder(wanted)) {
      const tests = runSuite(suite, {
        wanted,
        before: () => this.#tell(told),
        after: () => (wanted === undefined ? this.#tell(told, true) : {}),
        // The hooks behind the tests empty the worlds: they meet no mutant.
        ended: () => this.#tell({}),
      });
      const begun = performance.now();
      for await (const { met, ...ended } of tests) yield { ...ended, met: (met as Counts | undefined) ?? {} };
      if (wanted === undefined) this.#milliseconds.set(suite, performance.now() - begun);
    }
  }

  /** The files of the wanted tests, the quickest first. */
  #inOrder(wanted: ReadonlySet<string> | undefined): readonly Suite[] {
    if (wanted === undefined) return this.#suites;
    const timeOf = (suite: Suite) => this.#milliseconds.get(suite) ?? 0;
    return this.#suites.toSorted((one, other) => timeOf(one) - timeOf(other));
  }

  /**
   * Sends it to this process, in which commands run, and to every worker of every world. @param again even if it equals the last one. @returns how often
   * each mutant was reached since the last time.
   */
  async #tell(told: Told, again = false): Promise<Counts> {
    const met = tellThisProcess(told);
    await Promise.all(
      [...this.#harnesses].map(async (harness) => {
        const last = this.#told.get(harness);
        if (!again && last !== undefined && last.activeMutant === told.activeMutant) return;
        this.#told.set(harness, told);
        await Promise.all(
          harness
            .workers()
            .filter((worker) => !this.#strangers.get(harness)?.has(worker))
            .map((worker) => this.#tellWorker(harness, worker, told, met)),
        );
      }),
    );
    return met;
  }

  async #tellWorker(harness: Harness, worker: string, told: Told, met: Counts): Promise<void> {
    const body = JSON.stringify(told);
    const answer = await harness.fetch(worker, `http://${mutantsHost}/`, { method: 'POST', body });
    if (!answer.headers.has(mutantsHeader)) {
      this.#strangers.set(harness, (this.#strangers.get(harness) ?? new Set()).add(worker));
      return void (await answer.text());
    }
    const { since, loaded } = (await answer.json()) as Met;
    for (const [mutant, count] of Object.entries(since)) met[mutant] = (met[mutant] ?? 0) + count;
    Object.assign(this.#loaded, loaded);
  }
}

/** Mutants of what the tests import themselves. @returns how often each was met since the last time. */
function tellThisProcess({ activeMutant, hitLimit }: Told): Counts {
  const shared: Shared = Reflect.get(globalThis, '__stryker__') ?? {};
  const { static: met = {} } = shared.mutantCoverage ?? {};
  const counted = { ...met };
  for (const mutant of Object.keys(met)) delete met[mutant];
  Object.assign(shared, { activeMutant, hitLimit, hitCount: hitLimit === undefined ? undefined : 0 });
  Reflect.set(globalThis, '__stryker__', shared);
  return counted;
}

interface Shared {
  mutantCoverage?: { static?: Counts };
}

/** The export by which Stryker finds a plugin. */
export const strykerPlugins = [
  {
    kind: 'TestRunner',
    name: 'worlds',
    factory: Object.assign(() => new WorldRunner(), { inject: [] }),
  },
];
