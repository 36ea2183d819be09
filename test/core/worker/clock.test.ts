import { expect, onTestFinished, test, vi } from 'vitest';
import { alarmTime, type Clock, now } from '../../../workers/core/worker/clock.ts';

/** 2001-09-09, in milliseconds. */
const today = 1_000_000_000_999;
const CLOCK: Clock = { now: async () => 1_800_000_000_999 };

test("the time is the runtime's in whole seconds, unless tests bind a clock", async () => {
  standStill();
  expect(await now({})).toBe(1_000_000_000);
  expect(await now({ CLOCK })).toBe(1_800_000_000);
});

test('an alarm is set in milliseconds', () => {
  expect(alarmTime({}, 1_795_270_061)).toBe(1_795_270_061_000);
});

test('an alarm follows a clock moved by tests within seconds', () => {
  standStill();
  const alarm = alarmTime({ CLOCK }, 1_795_270_061);
  expect(alarm).toBeGreaterThan(today);
  expect(alarm).toBeLessThan(today + 5_000);
});

function standStill(): void {
  const spy = vi.spyOn(Date, 'now').mockReturnValue(today);
  onTestFinished(() => void spy.mockRestore());
}
