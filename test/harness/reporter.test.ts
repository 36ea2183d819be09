import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../support/world/bundles.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plid-reporter-'));
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');

beforeAll(() => {
  const reporter = path.join(root, 'test/support/world/summary-reporter.ts');
  const config = { globals: true, include: ['*.test.js'], reporters: reporter };
  writeFileSync(path.join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify({ test: config })}`);
  writeFileSync(
    path.join(folder, 'good.test.js'),
    "test('holds', () => {}); test('holds too', ({ annotate }) => annotate('seed 7 has found it', 'warning'));",
  );
  const long = "Array.from({ length: 60 }, (_, i) => 'line ' + i)";
  writeFileSync(
    path.join(folder, 'bad.test.js'),
    `describe('a group', () => {
      test('breaks', () => expect(${long}).toEqual([...${long}, 'last']));
      test('holds', () => {});
      test.skip('is left out', () => {});
      let tries = 0;
      test('holds at last', { retry: 1 }, () => expect((tries += 1)).toBe(2));
    });`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a test run in a pipe prints each file when done, failures at the end, and a summary', async () => {
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [vitest, 'run', '--root', folder], (_, stdout) => resolve(stdout));
  });
  expect(output).toMatch(/^1\/2 [✓✗] \w+\.test\.js \(\d tests, .*\d s\)$/m);
  expect(output).toMatch(/^2\/2 [✓✗] /m);
  expect(output).toMatch(/^\d\/2 ✓ good\.test\.js \(2 tests, \d+\.\d s\)$/m);
  expect(output).toMatch(
    /^\d\/2 ✗ bad\.test\.js \(4 tests, 1 failed, 1 skipped, \d+\.\d s\)\n {6}✗ a group > breaks$/m,
  );
  expect(output).not.toMatch(/✓.*holds/);
  const failure = output.slice(output.indexOf('Failed Tests'));
  expect(failure).toMatch(/FAIL +bad\.test\.js > a group > breaks/);
  expect(failure).toMatch(/^\+? *- +"last",$/m);
  expect(output.trimEnd()).toMatch(
    /\nSkipped: bad\.test\.js > a group > is left out\nWARNING: passed at its second try only: bad\.test\.js > a group > holds at last\nWARNING: seed 7 has found it\nTests: 4 passed, 1 failed, 1 skipped$/,
  );
});
