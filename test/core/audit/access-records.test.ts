import { expect, test } from 'vitest';
import { AccessRecords } from '../../../workers/core/audit/access-records.ts';
import { inMemory } from '../../gateway/support/objects-in-memory.ts';

const day = 86_400_000;

test('the alarm of the access records is at the end of a day, so that it runs at most daily', async () => {
  const days = 400;
  const ask = inMemory({ AccessRecords }, () => ({ ACCESS_RECORD_DAYS: String(days) }));
  const alarms = new Set<number>();
  const midnight = Math.floor(Date.now() / day) * day;
  for (const second of [3_600, 3_601, 40_000]) {
    const access = { at: midnight / 1_000 + second, operator: 'kim', action: 'people show', people: [] };
    await ask('AccessRecords', String(second), 'append', { ...access, request: 'r' });
    alarms.add(ask.alarmOf('AccessRecords', String(second)) ?? 0);
  }
  expect([...alarms]).toEqual([midnight + (days + 1) * day]);
});
