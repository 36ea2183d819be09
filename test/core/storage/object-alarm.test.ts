import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ObjectAlarm } from '../../../workers/core/storage/object-alarm.ts';

const present = 1_800_000_000;
beforeEach(() => {
  vi.useFakeTimers({ now: present * 1000, toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

/** An object's alarm. @param stored the alarm that the runtime holds, in seconds since 1970. */
async function alarmWith(stored: number | null) {
  const set: number[] = [];
  const storage = {
    getAlarm: async () => stored && stored * 1000,
    setAlarm: async (milliseconds: number) => void set.push(milliseconds / 1000 - present),
    deleteAlarm: async () => undefined,
    deleteAll: async () => undefined,
  };
  const ready: Promise<unknown>[] = [];
  const blockConcurrencyWhile = (work: () => Promise<unknown>) => ready.push(work());
  const alarm = new ObjectAlarm({ storage, blockConcurrencyWhile } as never, {});
  await Promise.all(ready);
  return { alarm, set };
}

test.each([
  ['of an object without one is set', null, 60, [60]],
  ['that is early enough is not set again', 60, 60, []],
  ['that is too late is set to the earlier time', 600, 60, [60]],
  ['of something due is set to run now', 600, -5, [0]],
  // The runtime has given up, or is late: without another alarm, what is due might never end.
  ['that is overdue is set to run now, although it is early enough', -60, 600, [0]],
])('an alarm %s', async (_, stored, due, expected) => {
  const { alarm, set } = await alarmWith(stored && present + stored);
  alarm.wakeBy(present + due, present);
  expect(set).toEqual(expected);
});

test('an alarm is set once for all that is due later', async () => {
  const { alarm, set } = await alarmWith(null);
  for (const due of [60, 61, 600]) alarm.wakeBy(present + due, present);
  expect(set).toEqual([60]);
});

test('an alarm whose work has failed is set to run now by the next call that needs one', async () => {
  const { alarm, set } = await alarmWith(null);
  await expect(alarm.woken(() => Promise.reject(new Error('broken off')))).rejects.toThrow('broken off');
  alarm.wakeBy(present + 600, present);
  expect(set).toEqual([0]);
});

test('an alarm whose work has succeeded is set to what is due next', async () => {
  const { alarm, set } = await alarmWith(present - 1);
  await alarm.woken(async () => alarm.wakeBy(present + 600, present));
  expect(set).toEqual([600]);
});

test.each(['sleep', 'deleteAll'] as const)(
  'an alarm that %s has removed is set again by the next call',
  async (method) => {
    const { alarm, set } = await alarmWith(present + 60);
    await alarm[method]();
    alarm.wakeBy(present + 60, present);
    expect(set).toEqual([60]);
  },
);
