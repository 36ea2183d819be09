import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DepartureOutbox, departureHandlers } from '../../../workers/gateway/objects/departure-outbox.ts';
import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';
import { Objects, Storage } from '../../support/fakes/objects.ts';

const left = 1_800_000_000;
const day = 86_400;
const departure = { type: 'disconnected', plid: 'p', moment: left * 1000, person: 'k1:mark' } as const;

let lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines = [];
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The outbox of a user who has just left. */
function outboxWith(handler: () => void | Promise<void>) {
  const storage = new Storage();
  const ctx = { storage, waitUntil: () => undefined };
  const outbox = new DepartureOutbox(ctx as never, { [departureHandlers]: { disconnected: handler } });
  outbox.add(departure, left);
  return { outbox, stored: () => storage.kv.get('departure') };
}
const failing = () => {
  throw new Error('secret');
};

describe('a departure that the application does not handle', () => {
  test('is repeated with growing pauses for 30 days, then given up, logged, and deleted', async () => {
    const handler = vi.fn(failing);
    const { outbox, stored } = outboxWith(handler);
    expect(await outbox.call(departure, left)).toBe(false);
    const times = [left];
    for (let at = outbox.nextDue(); at !== undefined; at = await outbox.deliver(at)) times.push(at);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    const doubling = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, 20_480, 21_600, 21_600];
    expect(pauses.slice(0, 14)).toEqual(doubling);
    expect((times.at(-1) ?? 0) - left).toBe(30 * day);
    expect([handler.mock.calls.length, stored()]).toEqual([times.length, undefined]);
    expect(lines.at(-1)).toMatchObject({ level: 'error', person: 'k1:mark', outcome: 'given up' });
    expect(lines.at(-2)).toMatchObject({
      level: 'warn',
      outcome: 'failed',
      cause: expect.stringMatching(/^Error at/),
    });
    expect(JSON.stringify(lines)).not.toMatch(/secret|"p"/);
  });

  test('is not repeated before it is due, and not after it was handled', async () => {
    const handler = vi.fn();
    const { outbox, stored } = outboxWith(handler);
    expect(await outbox.deliver(left + 59)).toBe(left + 60);
    expect(handler).not.toHaveBeenCalled();
    expect(await outbox.deliver(left + 60)).toBeUndefined();
    expect([handler.mock.calls.length, stored()]).toEqual([1, undefined]);
  });

  test('fails if the handler takes longer than 30 seconds', async () => {
    vi.useFakeTimers();
    const { outbox } = outboxWith(() => new Promise(() => undefined));
    const called = outbox.call(departure, left);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await called).toBe(false);
    expect(outbox.nextDue()).toBe(left + 10);
  });

  test('stays stored if the user leaves again while the handler runs', async () => {
    const later = { ...departure, moment: departure.moment + 5_000 };
    const { outbox } = outboxWith(() => outbox.add(later, left + 5));
    expect(await outbox.call(departure, left)).toBe(true);
    expect([outbox.since(), outbox.nextDue()]).toEqual([left + 5, left + 65]);
  });
});

test('a stored departure whose handler a later release no longer has is deleted, and sets no alarm', async () => {
  const storage = new Storage();
  const ctx = { storage, waitUntil: () => undefined };
  const before = new DepartureOutbox(ctx as never, { [departureHandlers]: { disconnected: failing } });
  before.add(departure, left);
  await before.call(departure, left);
  const after = new DepartureOutbox(ctx as never, {});
  expect(await after.deliver(left + 10)).toBeUndefined();
  expect(storage.kv.get('departure')).toBeUndefined();
});

test('a departure without a handler is handled, stores nothing, and logs nothing', async () => {
  const storage = new Storage();
  const outbox = new DepartureOutbox({ storage } as never, {});
  outbox.add(departure, left);
  expect([storage.kv.get('departure'), await outbox.call(departure, left), lines]).toEqual([
    undefined,
    true,
    [],
  ]);
});

describe('the object of a user', () => {
  const called: unknown[] = [];
  const clock = { now: async () => now * 1000 };
  let now = left;
  const gateway = createGateway<{ SHOP: string }>({
    clock: () => clock,
    events: {
      disconnected: (plid, env, _ctx, time) => void called.push([plid, env.SHOP, time.getTime()]),
    },
  });
  const env = { SHOP: 'db', KEYS: `k1:base64,${btoa('k'.repeat(32))}` };
  const objects = new Objects(undefined as never, { User: gateway.User as never }, () => env);

  test('calls the handler by its alarm if it was restarted before the first call', async () => {
    const moment = Date.now();
    const ask = (method: string, ...parameters: unknown[]) => objects.ask('User', 'p', method, ...parameters);
    await ask('disconnect', now, moment, { ...departure, moment });
    expect(await ask('record', now)).toMatchObject({ unhandledDeparture: left });
    now += 61;
    await objects.wake('User p');
    expect(called).toEqual([['p', 'db', moment]]);
    expect(await ask('record', now)).toMatchObject({ unhandledDeparture: undefined });
  });

  test('is deleted only after the application has handled the departure', async () => {
    const isDown = vi.spyOn(called, 'push').mockImplementation(failing);
    const ask = (method: string, ...parameters: unknown[]) => objects.ask('User', 'q', method, ...parameters);
    const moment = Date.now();
    await ask('disconnect', now, moment, { ...departure, plid: 'q', moment });
    now += 2 * day;
    await objects.wake('User q');
    expect(await ask('record', now)).toMatchObject({ unhandledDeparture: now - 2 * day });
    isDown.mockRestore();
    now += 11;
    await objects.wake('User q');
    expect(await ask('record', now)).toBeUndefined();
    expect(objects.storages().get('User q')?.alarm).toBeNull();
  });
});
