import { type Sandbox, type SandboxOptions, startSandbox } from './index.ts';

export type Use<Value> = (value: Value) => Promise<void>;

/** The fixture of a test. */
export interface SandboxTest {
  sandbox: Sandbox;
}

/** The fixture that the tests of one worker of the test runner share. */
export interface SandboxWorker {
  sandboxOfWorker: Sandbox;
}

/** The fixtures for `test.extend` of Playwright and Vitest. */
export interface SandboxFixtures {
  /** One sandbox for all tests of a worker. */
  sandboxOfWorker: [
    (given: object, use: Use<Sandbox>) => Promise<void>,
    { scope: 'worker'; timeout: number },
  ];
  /** The worker's sandbox, reset before each test. */
  sandbox: (given: { sandboxOfWorker: Sandbox }, use: Use<Sandbox>) => Promise<void>;
}

/**
 * Time limit for the start, in milliseconds. The limit is generous, because a CI machine may be slow. Only
 * Playwright reads it: in Vitest, the start counts towards the first test's time limit.
 */
const startTimeout = 60_000;

/** The fixture `sandbox`, which resets the worker's sandbox. */
export const resetSandbox: SandboxFixtures['sandbox'] = async ({ sandboxOfWorker }, use) => {
  await sandboxOfWorker.reset();
  await use(sandboxOfWorker);
};

/**
 * Returns the fixtures for a sandbox. In Playwright: `const test = base.extend<SandboxTest,
 * SandboxWorker>(sandboxFixtures({ seed: 'seed.json' }))`. In Vitest: `const test = base.extend<SandboxTest &
 * SandboxWorker>(sandboxFixtures({ seed: 'seed.json' }))`. A test that uses `sandbox` has exclusive use of it, and
 * the sandbox is reset before the test.
 */
export const sandboxFixtures = (options: SandboxOptions = {}): SandboxFixtures => ({
  sandboxOfWorker: [
    // The test runner reads a fixture's dependencies from this pattern.
    // biome-ignore lint/correctness/noEmptyPattern: the test runner requires a pattern, and this fixture needs nothing
    async ({}, use) => {
      const sandbox = await startSandbox(options);
      await use(sandbox);
      await sandbox.stop();
    },
    { scope: 'worker', timeout: startTimeout },
  ],
  sandbox: resetSandbox,
});
