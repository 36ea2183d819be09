import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The beginning of each line of this reporter, since tests may print as well. */
export const mark = 'plid-mutants ';

/** A test that failed, or a test file that is done. */
export interface Line {
  file: string;
  isDone: boolean;
  passed: boolean;
  /** The test that failed, or else the first line of the error. */
  what: string;
  hasTimedOut: boolean;
}

const write = (line: Line) => process.stdout.write(`\n${mark}${JSON.stringify(line)}\n`);

const messageOf = (errors: readonly { message: string }[] = []) => errors[0]?.message.split('\n')[0] ?? '';

const timedOut = /^(Test|Hook) timed out/;

/** Reports each failure at once, for the program that runs mutants. */
export default class FailureReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.#write(test.module, [test], false);
  }

  /** A module may end before its tests are reported. */
  onTestModuleEnd(module: TestModule): void {
    this.#write(module, [...module.children.allTests('failed')], true);
  }

  #write(module: TestModule, [failed]: readonly TestCase[], isDone: boolean): void {
    const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
    const message = messageOf(failed?.result().errors ?? errors);
    write({
      file: module.relativeModuleId,
      isDone,
      passed: isDone && module.state() === 'passed',
      what: failed?.fullName ?? message,
      hasTimedOut: timedOut.test(message),
    });
  }
}
