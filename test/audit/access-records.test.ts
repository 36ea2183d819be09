import { expect, onTestFinished, test } from 'vitest';
import { firstPrevious, recordHash } from '../../workers/audit/access-record.ts';
import { AccessRecords, type RecordPage, type RecordQuery } from '../../workers/audit/access-records.ts';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { inMemory } from '../gateway/support/objects-in-memory.ts';

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

const started = 1_800_000_000;

/** The records of one half, in this process. `at` is in seconds since 1970. */
function accessRecords() {
  let present = started;
  const CLOCK = { now: async () => present * 1_000 };
  const ask = inMemory({ AccessRecords }, () => ({ CLOCK }));
  const call = (method: string, ...parameters: unknown[]) =>
    ask('AccessRecords', 'service', method, ...parameters);
  return {
    append: (at: number) =>
      call('append', { at, operator: 'kim', action: 'people show', people: [], request: 'r' }),
    page: (query: Partial<RecordQuery> = {}) =>
      call('page', { after: 0, to: undefined, since: 0, until: undefined, ...query }) as Promise<RecordPage>,
    alarmAt: (at: number) => {
      present = at;
      return call('alarm');
    },
  };
}
const sequences = ({ records }: RecordPage) => records.map(({ sequence }) => sequence);

test('a page has at most 500 access records, and names the record before the next page', async () => {
  const { append, page } = accessRecords();
  for (let count = 1; count <= 501; count += 1) await append(started);
  const first = await page();
  expect([first.records.length, first.next]).toEqual([500, 500]);
  const whole = await page({ to: 500 });
  expect([whole.records.length, whole.head.sequence]).toEqual([500, 500]);
  expect(whole).not.toHaveProperty('next');
  const last = await page({ after: 500 });
  expect(sequences(last)).toEqual([501]);
  expect(last).not.toHaveProperty('next');
});

test('a period of access records includes its first second and excludes its last', async () => {
  const { append, page } = accessRecords();
  for (const second of [0, 1, 2, 3]) await append(started + second);
  expect(sequences(await page({ since: started + 1, until: started + 3 }))).toEqual([2, 3]);
  expect(sequences(await page({ after: 1, to: 3 }))).toEqual([2, 3]);
  expect(await page({ after: 3, to: 5 })).toMatchObject({
    records: [{ sequence: 4 }],
    head: { sequence: 4 },
  });
});

test('access records are deleted after 365 days, and the chain continues from the last deleted one', async () => {
  const { append, page, alarmAt } = accessRecords();
  for (const second of [0, 10, 20]) await append(started + second);
  const { records, days, anchor } = await page();
  expect([days, anchor]).toEqual([365, { sequence: 0, hash: firstPrevious }]);
  const expiry = started + 365 * 86_400;
  await alarmAt(expiry - 1);
  expect(sequences(await page())).toEqual([1, 2, 3]);
  await alarmAt(expiry + 10);
  const second = { sequence: 2, hash: records[1]?.hash };
  const left = await page();
  expect([sequences(left), left.anchor, left.head.sequence]).toEqual([[3], second, 3]);
  // The records up to the first one are deleted: the reading covers what was deleted last.
  expect(await page({ to: 1 })).toMatchObject({ records: [], head: second });
  await alarmAt(expiry + 20);
  expect((await page()).head).toEqual({ sequence: 3, hash: records[2]?.hash });
  await append(expiry + 30);
  const [fourth] = (await page()).records;
  const { hash, ...content } = { hash: '', ...fourth };
  expect(content).toMatchObject({ sequence: 4, previous: records[2]?.hash });
  expect(hash).toBe(await recordHash(JSON.stringify(content, Object.keys(content).sort())));
});

test('the time of an access record is never before that of the record before it', async () => {
  const { append, page } = accessRecords();
  for (const second of [10, 0, 11]) await append(started + second);
  expect((await page()).records.map(({ at }) => at - started)).toEqual([10, 10, 11]);
});

test('access records of later days are deleted at their own time', async () => {
  const world = new NumberedWorld();
  onTestFinished(() => world.close());
  const ask = (method: string, ...parameters: unknown[]) =>
    world.objects.ask('AccessRecords', 'service', method, ...parameters);
  const append = () =>
    ask('append', { at: world.now, operator: 'kim', action: 'people show', people: [], request: 'r' });
  const query = { after: 0, to: undefined, since: 0, until: undefined };
  const left = async () => sequences((await ask('page', query)) as RecordPage);
  await append();
  world.now += 10 * 86_400;
  await append();
  await world.advance(356 * 86_400, 1);
  expect(await left()).toEqual([2]);
  await world.advance(10 * 86_400, 1);
  expect(await left()).toEqual([]);
});
