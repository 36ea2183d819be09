import { describe, expect, test } from 'vitest';
import { Masks } from '../../../packages/plid-kits/test-suite/mask-secrets.ts';
import { Mismatch, UndoneStep } from '../../../packages/plid-kits/test-suite/mismatch.ts';
import { describeReport, reasonOfFailedRun } from '../../../packages/plid-kits/test-suite/report.ts';
import { type Result, runCases } from '../../../packages/plid-kits/test-suite/run-cases.ts';

/** Cases of each outcome, by their statement. */
const runs: Record<string, () => void> = {
  passes: () => undefined,
  differs: () => {
    throw new Mismatch('status 400', 'the secret 12345678901');
  },
  breaks: () => {
    throw new TypeError('no JSON');
  },
  'is not done': () => {
    throw new UndoneStep('optional');
  },
};
const cases = [
  ...Object.entries(runs).map(([statement, run]) => ({ section: 'a', statement, run })),
  { section: 'b', statement: 'needs a phone', needs: ['a phone'], run: runs.differs as () => void },
];

/** A target without a phone. @param further fields that each response contains. */
function targetWith(further: string[] = []) {
  const masks = new Masks();
  masks.add('12345678901');
  const ended: string[] = [];
  return {
    ended,
    url: 'https://login.example.com',
    masks,
    lacks: (need: string) => (need === 'a phone' ? 'has no phone' : undefined),
    endCase: async () => {
      ended.push('end');
      return further;
    },
  };
}

describe('a run of a kit', () => {
  test('tries each case, masks secrets, and ends what each case has started', async () => {
    const target = targetWith();
    const { results, ...counts } = await runCases(target as never, cases as never, undefined);
    expect(counts).toEqual({ url: target.url, passed: 1, failed: 2, skipped: 2 });
    expect(results).toEqual([
      { section: 'a', statement: 'passes', outcome: 'passed' },
      {
        ...{ section: 'a', statement: 'differs', outcome: 'failed', expected: 'status 400' },
        came: expect.not.stringContaining('12345678901'),
      },
      {
        ...{ section: 'a', statement: 'breaks', outcome: 'failed' },
        ...{ expected: 'a readable response', came: 'TypeError: no JSON' },
      },
      { section: 'a', statement: 'is not done', outcome: 'skipped', reason: 'optional' },
      { section: 'b', statement: 'needs a phone', outcome: 'skipped', reason: 'has no phone' },
    ]);
    expect(target.ended).toHaveLength(4);
  });

  test('tries only the named sections', async () => {
    const { results } = await runCases(targetWith() as never, cases as never, ['b']);
    expect(results.map(({ statement }) => statement)).toEqual(['needs a phone']);
  });

  test('names further fields of a response that passed', async () => {
    const { results } = await runCases(targetWith(['later']) as never, cases.slice(0, 1) as never, undefined);
    expect(results).toEqual([{ section: 'a', statement: 'passes', outcome: 'passed', further: ['later'] }]);
  });
});

const words = {
  against: 'the carrier API',
  headings: { b: 'B: second', a: 'A: first', c: 'C: none' },
  exempt: ['optional'],
  remedy: 'Use --sandbox.',
};
const resultOf = (changes: Partial<Result> = {}): Result => ({
  ...{ section: 'a', statement: 'a statement', outcome: 'passed' },
  ...changes,
});
const reportOf = (...results: Result[]) => {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  return { url: 'https://login.example.com', ...counts, results };
};
const skipped = (reason: string) => resultOf({ outcome: 'skipped', reason });

test('a report lists its sections in the order of the headings, each with the reason of a case', () => {
  const failed = resultOf({ outcome: 'failed', expected: 'status 400', came: 'status 200' });
  const report = reportOf(resultOf({ further: ['x', 'y'] }), failed, {
    ...skipped('no phone'),
    section: 'b',
  });
  expect(describeReport(report, words)).toBe(`https://login.example.com, tested against the carrier API

B: second: 1 skipped
  – a statement
      no phone

A: first: 1 passed, 1 failed
  ✓ a statement
      the response also contains x, y, which is allowed
  ✗ a statement
      expected  status 400
      received  status 200

1 passed, 1 failed, 1 skipped`);
});

test.each([
  ['a failed case', [resultOf(), resultOf({ outcome: 'failed' })], '1 of 2 cases failed.', true],
  ['only skipped cases', [skipped('optional')], 'every case was skipped. Use --sandbox.', true],
  ['a skipped case', [resultOf(), skipped('no phone')], '1 of 2 cases were skipped', false],
  ['further fields', [resultOf({ further: ['x'] })], "fields that the carrier API doesn't define", false],
  ['an exempt case', [resultOf(), skipped('optional')], undefined, false],
])('a run with %s fails as it should, always or with --strict', (_, results, reason, always) => {
  const expected = reason === undefined ? undefined : expect.stringContaining(reason);
  expect(reasonOfFailedRun(reportOf(...results), true, words)).toEqual(expected);
  expect(reasonOfFailedRun(reportOf(...results), false, words)).toEqual(always ? expected : undefined);
});
