import { expect, test, vi } from 'vitest';
import { commitSeed, seedOf } from './commit-seed.ts';
import { warnOfFind } from './warn-of-find.ts';

const failing = (message: string) => async () => {
  throw new Error(message);
};

test.each([
  'Property failed after 3 tests\n{ seed: 7, path: "2" }',
  'Seen once, and not when it was sent again, seed 7:',
])('a find is a warning with the command that repeats it: %s', async (message) => {
  const warn = vi.fn();
  expect(await warnOfFind('model', { seed: 7, warn }, failing(message))).toBe('find');
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining(`npm run verify -- model --seed 7\n${message}`)],
  ]);
});

test.each(['The world has not started', 'Error: Property failed after', 'expected 1 to be 2'])(
  'a failure of the program itself fails: %s',
  async (message) => {
    const warn = vi.fn();
    await expect(warnOfFind('model', { seed: 7, warn }, failing(message))).rejects.toThrow(message);
    expect(warn).not.toHaveBeenCalled();
  },
);

test('a program that finds nothing returns what it has counted, for its seed', async () => {
  const warn = vi.fn();
  expect(await warnOfFind('model', { seed: 7, warn }, async (seed) => ({ seed }))).toEqual({ seed: 7 });
  expect(warn).not.toHaveBeenCalled();
});

test('the seed is of the commit, the same each time, and another one for another commit', () => {
  const [one, other] = ['a', 'b'].map((digit) => digit.repeat(40));
  expect(seedOf(one)).toBe(0xaaaaaaa);
  expect(seedOf(other)).toBe(0xbbbbbbb);
  expect(seedOf('f'.repeat(40))).toBeLessThan(2 ** 31);
  expect(seedOf(undefined)).toBe(1);
  expect(seedOf('fatal: not a git repository')).toBe(1);
  expect(Number.isSafeInteger(commitSeed())).toBe(true);
});
