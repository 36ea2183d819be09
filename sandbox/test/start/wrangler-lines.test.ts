import { describe, expect, test } from 'vitest';
import { formatWranglerLine, reportsCrash } from '../../start/wrangler-lines.ts';

const logged = '{"level":"info","worker":"sandbox","method":"GET","route":"/sandbox","status":200}';

describe("wrangler's output while serving", () => {
  test.each([
    [logged, logged],
    [`\x1b[31m✘ \x1b[41;31m[\x1b[41;97mERROR\x1b[41;31m]\x1b[0m ${logged}`, logged],
    [`[undefined] ▲ [WARNING] ${logged}`, logged],
    ['\x1b[33m▲ \x1b[43;33m[\x1b[43;30mWARNING\x1b[43;33m]\x1b[0m note', '▲ [WARNING] note'],
    ['⎔ Local server updated and ready', '⎔ Local server updated and ready'],
    ['\x1b[31m[custom build]\x1b[39m ✘ [ERROR] Unexpected ";"', '✘ [ERROR] Unexpected ";"'],
    ['[custom build] Running: node sandbox/start/build-local-worker.ts', undefined],
    ['[custom build] ', undefined],
    ['[wrangler:info] GET /sandbox 200 OK (3ms)', undefined],
    ['', undefined],
  ])('%j is printed as %j for a program', (line, expected) => {
    expect(formatWranglerLine(line, false)).toBe(expected);
  });

  test.each([
    'fatal error: all goroutines are asleep - deadlock!',
    'goroutine 1 [chan receive]:',
    '\tinternal/api/serve.go:12 +0x1d0',
    '✘ [ERROR] The build was canceled',
  ])("%j isn't printed after the stop", (line) => {
    expect(formatWranglerLine(line, true)).toBeUndefined();
  });

  test("is printed to the end of the workers' log", () => {
    expect(formatWranglerLine(logged, true)).toBe(logged);
  });
});

test("omits a runtime line that repeats a worker's carrier fault, but not another fault", () => {
  const place = '      at attempt (file:///workers/service/carriers/post-to-carrier.ts:57:43)';
  formatWranglerLine('{"level":"error","worker":"service-carriers","fault":"answers 503"}', false);
  expect(formatWranglerLine('✘ [ERROR] Uncaught Error: answers 503 Error', false)).toBeUndefined();
  expect(formatWranglerLine(place, false)).toBeUndefined();
  expect(formatWranglerLine('✘ [ERROR] Uncaught TypeError: no such thing', false)).toBeDefined();
  expect(formatWranglerLine(place, false)).toBeDefined();
});

test('prints what follows the stack of a repeated fault', () => {
  formatWranglerLine('{"level":"error","worker":"service-carriers","fault":"answers 504"}', false);
  expect(formatWranglerLine('✘ [ERROR] Uncaught Error: answers 504 Error', false)).toBeUndefined();
  expect(formatWranglerLine('  at attempt (file:///workers/x.ts:57:43)', false)).toBeUndefined();
  expect(formatWranglerLine('⎔ Local server updated and ready', false)).toBeDefined();
  expect(formatWranglerLine('  at attempt (file:///workers/x.ts:57:43)', false)).toBeDefined();
});

test('distinguishes a crash of the runtime from other warnings', () => {
  expect(
    reportsCrash('[wrangler:warn] The Workers runtime crashed unexpectedly and is being restarted'),
  ).toBe(true);
  expect(reportsCrash('[wrangler:warn] The latest compatibility date is another')).toBe(false);
});
