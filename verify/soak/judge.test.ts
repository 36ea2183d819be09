import { describe, expect, test } from 'vitest';
import { GrowthError, judgeGrowth, lineOf, type Sample } from './judge.ts';

const mebibyte = 2 ** 20;
const limits = { warmUp: 60, growth: mebibyte / 4 };

/**
 * A run of ten minutes with a sample each ten seconds and two sign-ins per second.
 * @param memoryAt MiB of the worker after a number of sign-ins.
 */
const runWith = (memoryAt: (signIns: number) => number): Sample[] =>
  Array.from({ length: 61 }, (_, index) => {
    const signIns = index * 20;
    return {
      seconds: index * 10,
      signIns,
      memory: { proxy: 100 * mebibyte, worker: Math.round(memoryAt(signIns) * mebibyte) },
    };
  });

/** The heap grows until the runtime collects garbage. */
const sawtooth = (signIns: number) => 200 + (signIns % 300) / 10;

describe('memory is accepted if it', () => {
  test.each([
    ['stays the same', () => 200],
    ['rises and falls with the garbage', sawtooth],
    ['grows only during the first minute', (signIns: number) => 200 + Math.min(signIns, 120)],
    ['grows by less than the limit', (signIns: number) => sawtooth(signIns) + signIns * 0.1],
  ])('%s', (_, memoryAt) => {
    const found = judgeGrowth(runWith(memoryAt), limits);
    expect(found.map(({ name }) => name)).toEqual(['proxy', 'worker', 'all processes']);
  });
});

test('a planted leak of 0.3 MiB per sign-in is noticed beneath the garbage', () => {
  const leaking = runWith((signIns) => sawtooth(signIns) + signIns * 0.3);
  expect(() => judgeGrowth(leaking, limits)).toThrow(GrowthError);
  expect(() => judgeGrowth(leaking, limits)).toThrow(
    /more than 256 KiB per sign-in[\s\S]*worker +\d+ MiB to \d+ MiB, 3\d\d KiB per sign-in/,
  );
});

test('a leak is noticed if two processes share it', () => {
  const leaking = runWith(() => 200).map((sample) => ({
    ...sample,
    memory: { proxy: sample.signIns * 0.15 * mebibyte, worker: sample.signIns * 0.15 * mebibyte },
  }));
  expect(() => judgeGrowth(leaking, limits)).toThrow(/all processes .* 307 KiB per sign-in/);
});

test('growth is the slope of all samples, not of the last one', () => {
  const samples = runWith(() => 200);
  const last = samples.at(-1);
  if (last !== undefined) samples[60] = { ...last, memory: { proxy: 0, worker: 500 * mebibyte } };
  const [, worker] = judgeGrowth(samples, limits);
  expect(worker?.perSignIn).toBeLessThan(mebibyte / 10);
  expect(worker && lineOf(worker)).toMatch(/worker +200 MiB to 500 MiB/);
});

test("a run without evidence isn't a success", () => {
  expect(() => judgeGrowth(runWith(() => 200).slice(0, 8), limits)).toThrow('Only 2 samples');
  const idle = runWith(() => 200).map((sample) => ({ ...sample, signIns: 0 }));
  expect(() => judgeGrowth(idle, limits)).toThrow('Only 0 sign-ins');
  const replaced = runWith(() => 200);
  replaced[30] = { seconds: 300, signIns: 600, memory: { proxy: 1, 'worker 2': 1 } };
  expect(() => judgeGrowth(replaced, limits)).toThrow('The processes changed by 300 s');
});
