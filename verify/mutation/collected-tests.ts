/**
 * The module `vitest` of the tests while mutants are tried: it only records the tests, so that one process can run them again
 * and again (run-tests.ts). `expect` and `vi` are vitest's own. It has the parts of vitest that these tests use; a test that
 * needs more fails in the first run, without a mutant.
 */
import { expect as vitestExpect, vi as vitestVi } from 'vitest';

/** A test, or a suite. Its parameters are a row of a table, or {@link TestContext}. */
type Work = (...given: never[]) => unknown;
/** Called before or after a test. A function that it returns undoes it. */
type AroundTest = (context: TestContext) => unknown;
interface Hook {
  beforeAll: () => unknown;
  afterAll: () => unknown;
  beforeEach: AroundTest;
  afterEach: AroundTest;
}
type Hooks = { [Each in keyof Hook]: Hook[Each][] };

export interface TestContext {
  task: { name: string; result?: { state: 'pass' | 'fail' } };
}

export interface CollectedTest {
  name: string;
  run(context: TestContext): unknown;
}

export interface Suite {
  name: string;
  hooks: Hooks;
  children: (Suite | CollectedTest)[];
}

const newSuite = (name: string): Suite => ({
  name,
  hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] },
  children: [],
});

let current = newSuite('');
/** Suites whose tests are not yet collected: the functions that define them may be asynchronous. */
let undefinedYet: (() => Promise<void>)[] = [];
/** The functions that the running test registered for its end. */
const whenFinished: AroundTest[] = [];

/** The tests of a file. @param load imports it. */
export async function collect(name: string, load: () => Promise<unknown>): Promise<Suite> {
  const file = newSuite(name);
  current = file;
  undefinedYet = [];
  await load();
  for (let define = undefinedYet.shift(); define !== undefined; define = undefinedYet.shift()) await define();
  return file;
}

/** Calls the functions that a test registered for its end, after success or failure: the latest first, as in vitest. */
export async function finish(context: TestContext): Promise<void> {
  for (const work of whenFinished.splice(0).reverse()) await work(context);
}

interface Patience {
  /** In milliseconds. */
  timeout?: number;
  interval?: number;
}

/** Vitest's own waits for its worker process, which does not exist here. */
async function waitFor<Result>(
  look: () => Result | Promise<Result>,
  { timeout = 4_000, interval = 50 }: Patience = {},
): Promise<Result> {
  const end = performance.now() + timeout;
  for (;;) {
    try {
      return await look();
    } catch (failure) {
      if (performance.now() > end) throw failure;
      await new Promise((resolve) => setTimeout(resolve, interval));
    }
  }
}

type Matchers = Record<string, (...expected: unknown[]) => unknown>;
/** `expect.poll(look).toBe(…)`: the matcher is repeated until it holds. */
const poll = (look: () => unknown, patience?: Patience, isNot = false): object =>
  new Proxy(
    {},
    {
      get: (_, matcher: string) =>
        matcher === 'not'
          ? poll(look, patience, !isNot)
          : (...expected: unknown[]) =>
              waitFor(async () => {
                const asserted = vitestExpect(await look());
                await ((isNot ? asserted.not : asserted) as unknown as Matchers)[matcher]?.(...expected);
              }, patience),
    },
  );

export const expect = new Proxy(vitestExpect, {
  get: (target, name) => (name === 'poll' ? poll : Reflect.get(target, name)),
});

/** The variables that a test has changed, as they were before. */
const changedVariables = new Map<string, string | undefined>();

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** Vitest's own parts need its worker process, which does not exist here. */
const own = {
  waitFor,
  stubEnv(name: string, value: string | undefined): void {
    if (!changedVariables.has(name)) changedVariables.set(name, process.env[name]);
    setVariable(name, value);
  },
  /** The runner limits a test's time (run-tests.ts). */
  setConfig(): void {},
  unstubAllEnvs(): void {
    for (const [name, value] of changedVariables) setVariable(name, value);
    changedVariables.clear();
  },
};
export const vi = new Proxy(vitestVi, {
  get: (target, name) => Reflect.get(name in own ? own : target, name),
});

const hook =
  <Each extends keyof Hook>(kind: Each) =>
  (work: Hook[Each]) => {
    const those: Hooks[Each] = current.hooks[kind];
    those.push(work);
  };
export const beforeAll = hook('beforeAll');
export const afterAll = hook('afterAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
export const onTestFinished = (work: AroundTest) => void whenFinished.push(work);
export const onTestFailed = () => {};

/** The arguments behind a name: a function, with or without options before it, which have no effect here. */
type Given = (Work | object)[];
const workOf = (given: Given): Work => given.find((one) => typeof one === 'function') as Work;

function addTest(name: string, ...given: Given): void {
  current.children.push({ name, run: workOf(given) as CollectedTest['run'] });
}

function addSuite(name: string, ...given: Given): void {
  const suite = newSuite(name);
  current.children.push(suite);
  undefinedYet.push(async () => {
    current = suite;
    await (workOf(given) as () => unknown)();
  });
}

/** A test or suite for each row; its place in the table is part of its name. Rows are lists of arguments where all of them are lists. */
const each =
  (add: (name: string, work: Work) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, ...given: Given) => {
    const areLists = rows.every(Array.isArray);
    for (const [index, row] of rows.entries()) {
      const values = (areLists ? row : [row]) as never[];
      add(`${name} (row ${index + 1})`, () => workOf(given)(...values));
    }
  };

export const describe = Object.assign(addSuite, { each: each(addSuite) });
export const test = Object.assign(addTest, {
  each: each(addTest),
  runIf: (condition: unknown) => (condition ? addTest : () => {}),
});
