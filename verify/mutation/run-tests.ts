import { type CollectedTest, finish, type Suite, type TestContext } from './collected-tests.ts';

/** The end of a test. `id` is its path, which is unique; empty if its file could not be imported. */
export interface Ended {
  id: string;
  milliseconds: number;
  failure?: string;
  met?: unknown;
}

export interface RunOptions {
  /** The ids of the tests to run; all by default. */
  wanted?: ReadonlySet<string> | undefined;
  /** Called before each test, within the hooks of its file. */
  before(id: string): unknown;
  /** Called after it. Its result becomes `met` in the test's end. */
  after(): unknown;
  /** Called once the tests of a suite have run, before the hooks behind them. */
  ended?(): unknown;
}

/** Time after which a test counts as hanging, in milliseconds: far longer than any test takes on a busy machine. */
const patience = 20_000;

/** A test that never ends: a promise that is never settled. */
export class Hanging extends Error {}

// A test may replace the timers.
const { setTimeout, clearTimeout } = globalThis;

/** Runs the tests of a suite in turn, and yields the end of each. @throws {Hanging} */
export async function* runSuite(
  suite: Suite,
  options: RunOptions,
  outer: readonly Suite[] = [],
): AsyncGenerator<Ended> {
  const path = [...outer, suite];
  if (!hasWanted(suite, path, options)) return;
  let broken: unknown;
  try {
    for (const work of suite.hooks.beforeAll) await work();
  } catch (failure) {
    broken = failure ?? 'failed';
  }
  try {
    for (const child of suite.children) {
      if ('children' in child) yield* runSuite(child, options, path);
      else if (isWanted(child, path, options)) yield await runTest(child, path, options, broken);
    }
  } finally {
    await options.ended?.();
    for (const work of suite.hooks.afterAll) await work();
  }
}

const idOf = ({ name }: CollectedTest, path: readonly Suite[]) =>
  [...path.map((suite) => suite.name), name].join(' > ');

const isWanted = (test: CollectedTest, path: readonly Suite[], { wanted }: RunOptions): boolean =>
  wanted === undefined || wanted.has(idOf(test, path));

const hasWanted = (suite: Suite, path: readonly Suite[], options: RunOptions): boolean =>
  suite.children.some((child) =>
    'children' in child ? hasWanted(child, [...path, child], options) : isWanted(child, path, options),
  );

async function runTest(
  test: CollectedTest,
  path: readonly Suite[],
  { before, after }: RunOptions,
  broken: unknown,
): Promise<Ended> {
  const id = idOf(test, path);
  const context: TestContext = { task: { name: test.name } };
  const started = performance.now();
  let failure = broken;
  let met: unknown;
  await before(id);
  try {
    if (broken === undefined)
      await within(id, runWithHooks(test, path, context)).finally(() => finish(context));
  } catch (thrown) {
    if (thrown instanceof Hanging) throw thrown;
    failure = thrown ?? 'failed';
  } finally {
    met = await after();
  }
  const milliseconds = performance.now() - started;
  return { id, milliseconds, met, ...(failure !== undefined && { failure: String(failure) }) };
}

async function runWithHooks(test: CollectedTest, path: readonly Suite[], context: TestContext) {
  const undone: unknown[] = [];
  try {
    for (const { hooks } of path) for (const work of hooks.beforeEach) undone.push(await work(context));
    await test.run(context);
    context.task.result = { state: 'pass' };
  } finally {
    for (const { hooks } of path.toReversed()) for (const work of hooks.afterEach) await work(context);
    for (const undo of undone.reverse()) if (typeof undo === 'function') await undo();
  }
}

async function within<Result>(id: string, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Hanging(id)), patience);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
