import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Before each line of this reporter: tests may print as well. */
export const mark = 'plid-mutants ';

/** A test that failed, or a test file that is done. */
export interface Line {
  file: string;
  /** Whether the file is done. */
  isDone: boolean;
  passed: boolean;
  /** Which test failed, or where none did the first line of what went wrong. */
  what: string;
  hasTimedOut: boolean;
}

const write = (line: Line) => process.stdout.write(`\n${mark}${JSON.stringify(line)}\n`);

const messageOf = (errors: readonly { message: string }[] = []) => errors[0]?.message.split('\n')[0] ?? '';

const timedOut = /^(Test|Hook) timed out/;

/** Tells each failure as soon as it is there, for the program that runs mutants. */
export default class FailureReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.#write(test.module, [test], false);
  }

  /** It may be told before its tests. */
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
