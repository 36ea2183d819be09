import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with one plain line, for people who scroll and programs that search. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A world that did not start fails no test: those of its file or describe are skipped.
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = suites.filter((suite) => suite.errors().length > 0).length;
    const skipped = count('skipped') === 0 ? '' : `, ${count('skipped')} skipped`;
    console.log(`Tests: ${count('passed')} passed, ${count('failed') + broken} failed${skipped}`);
  }
}
