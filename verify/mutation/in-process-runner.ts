import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Bundle, bundleTests } from './bundle-tests.ts';
import { collect } from './collected-tests.ts';
import { type Ended, Hanging, type RunOptions, runSuite } from './run-tests.ts';
import { isOver } from './sample-time.ts';

/** Stryker's code in the sources reads and writes this. */
interface Instrumentation {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  /** How often code with the mutant ran, and the number from which on that counts as an endless loop. */
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

/** The mutant to try, in the form of Stryker's request. */
interface MutantRun {
  activeMutant: { id: string };
  /** The tests that meet the mutant; undefined if it runs while its module is loaded. */
  testFilter?: string[];
  hitLimit?: number;
  sandboxFileName: string;
}

/**
 * A test runner for Stryker (verify/README.md). It imports the tests again for each mutant, in the process that Stryker has started. This
 * takes some milliseconds, while vitest takes half a second.
 */
class InProcessRunner {
  readonly #instrumentation: Instrumentation;
  #bundles: Bundle[] = [];
  #imports = 0;

  constructor(instrumentation: Instrumentation) {
    this.#instrumentation = instrumentation;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    // A mutant may leave a promise that fails later, during the tests of another one.
    process.on('unhandledRejection', () => {});
    process.on('uncaughtException', () => {});
    this.#bundles = await bundleTests(process.cwd());
  }

  /** Runs all tests without a mutant, and records which mutants each of them meets. */
  async dryRun() {
    const tests: object[] = [];
    for await (const { id, milliseconds, failure } of this.#run(this.#bundles, {})) {
      if (failure !== undefined) return { status: 'error', errorMessage: `${id}: ${failure}` };
      tests.push({ id, name: id, timeSpentMs: milliseconds, status: 0 });
    }
    return { status: 'complete', tests, mutantCoverage: this.#instrumentation.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, sandboxFileName }: MutantRun) {
    if (isOver()) return { status: 'error', errorMessage: 'no time is left for it' };
    const instrumentation = this.#instrumentation;
    Object.assign(instrumentation, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const source = path.relative(process.cwd(), sandboxFileName);
    const bundles = this.#bundles.filter(({ test, inputs }) =>
      testFilter === undefined ? inputs.has(source) : testFilter.some((id) => id.startsWith(`${test} > `)),
    );
    let nrOfTests = 0;
    try {
      for await (const { id, failure } of this.#run(bundles, { wanted: testFilter && new Set(testFilter) })) {
        nrOfTests += 1;
        if (this.#isEndless()) return { status: 'timeout', reason: 'ran too often' };
        if (failure !== undefined)
          return { status: 'killed', killedBy: [id].filter(Boolean), failureMessage: failure, nrOfTests };
      }
    } catch (failure) {
      if (failure instanceof Hanging) return { status: 'timeout', reason: `${failure.message} does not end` };
      throw failure;
    } finally {
      instrumentation.activeMutant = undefined;
    }
    return this.#isEndless()
      ? { status: 'timeout', reason: 'ran too often' }
      : { status: 'survived', nrOfTests };
  }

  #isEndless(): boolean {
    const { hitCount = 0, hitLimit = Number.POSITIVE_INFINITY } = this.#instrumentation;
    return hitCount > hitLimit;
  }

  async *#run(bundles: readonly Bundle[], options: Pick<RunOptions, 'wanted'>): AsyncGenerator<Ended> {
    const before = (id: string) => {
      this.#instrumentation.currentTestId = id;
    };
    const after = () => {
      this.#instrumentation.currentTestId = undefined;
    };
    for (const { test, file } of bundles) {
      this.#imports += 1;
      const address = `${pathToFileURL(file)}?${this.#imports}`;
      const suite = await collect(test, () => import(address)).catch(String);
      if (typeof suite !== 'string') yield* runSuite(suite, { ...options, before, after });
      else yield { id: '', milliseconds: 0, failure: `${test}: ${suite}` };
    }
  }
}

/** Makes the runner, with the object that Stryker's code in the sources shares with it. */
function createRunner(): InProcessRunner {
  const shared = globalThis as { __stryker__?: Instrumentation };
  shared.__stryker__ ??= {};
  return new InProcessRunner(shared.__stryker__);
}

/** The export by which Stryker finds a plugin. */
export const strykerPlugins = [
  { kind: 'TestRunner', name: 'in-process', factory: Object.assign(createRunner, { inject: [] }) },
];
