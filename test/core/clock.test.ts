import { expect, test } from 'vitest';
import { alarmTime, type Clock } from '../../workers/core/worker/clock.ts';

test('an alarm is set in milliseconds, for the time that it is told', () => {
  expect(alarmTime({}, 1_795_270_061)).toBe(1_795_270_061_000);
});

test('where tests move the clock, an alarm looks at it within seconds', () => {
  const CLOCK: Clock = { now: async () => 0 };
  expect(Math.abs(alarmTime({ CLOCK }, 1_795_270_061) - Date.now())).toBeLessThan(5_000);
});
