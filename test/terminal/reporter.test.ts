import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/world/bundles.ts';
import { hasTerminal, onTerminal } from '../support/world/terminal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plid-reporter-'));
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const words = [vitest, 'run', '--root', folder];

beforeAll(() => {
  const reporter = path.join(root, 'test/support/world/summary-reporter.ts');
  const config = { globals: true, include: ['*.test.js'], reporters: reporter };
  writeFileSync(path.join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify({ test: config })}`);
  writeFileSync(path.join(folder, 'good.test.js'), "test('holds', () => {}); test('holds too', () => {});");
  const long = "Array.from({ length: 60 }, (_, i) => 'line ' + i)";
  writeFileSync(
    path.join(folder, 'bad.test.js'),
    `describe('a group', () => {
      test('breaks', () => expect(${long}).toEqual([...${long}, 'last']));
      test('holds', () => {});
      test.skip('is left out', () => {});
    });`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs it with its output in a pipe. */
const piped = (...more: string[]) =>
  new Promise<string>((resolve) => {
    execFile(process.execPath, [...words, ...more], (_, stdout) => resolve(stdout));
  });

function expectSummary(output: string): void {
  expect(output).toMatch(/^1\/2 [✓✗] \w+\.test\.js \(\d tests, .*\d s\)$/m);
  expect(output).toMatch(/^2\/2 [✓✗] /m);
  expect(output).toMatch(/^\d\/2 ✓ good\.test\.js \(2 tests, \d+\.\d s\)$/m);
  expect(output).toMatch(
    /^\d\/2 ✗ bad\.test\.js \(3 tests, 1 failed, 1 skipped, \d+\.\d s\)\n {6}✗ a group > breaks$/m,
  );
  expect(output).not.toMatch(/✓.*holds/);
  const failure = output.slice(output.indexOf('Failed Tests'));
  expect(failure).toMatch(/FAIL +bad\.test\.js > a group > breaks/);
  expect(failure).toMatch(/^\+? *- +"last",$/m);
  expect(output.trimEnd()).toMatch(/\nTests: 3 passed, 1 failed, 1 skipped$/);
}

describe('a run of the tests', () => {
  test('shows in a pipe each file as it is done, what failed whole at the end, and a summary', async () => {
    expectSummary(await piped());
  });

  test.runIf(hasTerminal)('shows the same on a terminal', async () => {
    const run = onTerminal([process.execPath, ...words], { columns: 80 });
    expect(await run.exit).toBe(1);
    expect(run.output()).toContain('\x1b[32m✓');
    expectSummary(stripVTControlCharacters(run.output()));
  });

  test('shows each test where that is asked for', async () => {
    const output = stripVTControlCharacters(await piped('--reporter=verbose'));
    for (const name of [
      'good.test.js > holds',
      'good.test.js > holds too',
      'bad.test.js > a group > holds',
    ]) {
      expect(output).toContain(name);
    }
  });
});
