import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { stripVTControlCharacters, styleText } from 'node:util';
import { DefaultReporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

/**
 * Prints a line for each file that is done, with the number of files so far and the names of its failed tests. The failures
 * follow in full at the end, then warnings of tests and the names of skipped ones, and one plain line closes the run, for people who scroll and
 * programs that search. A line for each test: `npm test -- --reporter=verbose`.
 */
export default class SummaryReporter extends DefaultReporter {
  #files = 0;
  #done = 0;

  override onInit(vitest: Vitest): void {
    if (!process.stdout.isTTY) writePlainly(vitest);
    super.onInit(vitest);
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    this.#done = 0;
    super.onTestRunStart(specifications);
  }

  override printTestModule(module: TestModule): void {
    this.#done += 1;
    const tests = [...module.children.allTests()];
    const failed = tests.filter((test) => test.result().state === 'failed');
    const skipped = tests.filter((test) => test.result().state === 'skipped').length;
    const counts = [
      `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}`,
      ...(failed.length > 0 ? [`${failed.length} failed`] : []),
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      `${(module.diagnostic().duration / 1000).toFixed(1)} s`,
    ];
    const done = `${String(this.#done).padStart(String(this.#files).length)}/${this.#files}`;
    const mark = module.ok() ? styleText('green', '✓') : styleText('red', '✗');
    this.log(`${done} ${mark} ${module.relativeModuleId} ${styleText('dim', `(${counts.join(', ')})`)}`);
    for (const test of failed) this.log(styleText('red', `      ✗ ${test.fullName}`));
  }

  override onTestRunEnd(...run: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...run);
    const [modules] = run;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A world that did not start fails no test: those of its file or describe are skipped.
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = suites.filter((suite) => suite.errors().length > 0).length;
    const skipped = count('skipped') === 0 ? '' : `, ${count('skipped')} skipped`;
    for (const test of tests.filter((each) => each.result().state === 'skipped'))
      this.log(`Skipped: ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const test of tests.filter((each) => each.diagnostic()?.flaky))
      this.log(
        styleText(
          'yellow',
          `WARNING: passed at its second try only: ${test.module.relativeModuleId} > ${test.fullName}`,
        ),
      );
    for (const test of tests)
      for (const { type, message } of test.annotations())
        if (type === 'warning') this.log(styleText('yellow', `WARNING: ${message}`));
    this.log(`Tests: ${count('passed')} passed, ${count('failed') + broken} failed${skipped}`);
  }
}

/** In a pipe or a file: one stream, which also contains the failures, and no colours unless they are requested. */
function writePlainly({ logger }: Vitest): void {
  const shown = process.env.FORCE_COLOR
    ? String
    : (chunk: unknown) => stripVTControlCharacters(String(chunk));
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      process.stdout.write(shown(chunk), () => done());
    },
  });
  Object.assign(logger, { outputStream: output, errorStream: output, console: new Console(output) });
}
