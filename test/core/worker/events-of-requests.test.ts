import { expect, test } from 'vitest';
import { keyRing } from '../../../workers/core/crypto/keys.ts';
import { defineEvents } from '../../../workers/core/worker/events.ts';
import type { LogFields, RequestLine } from '../../../workers/core/worker/log.ts';

const keys = keyRing(new Map(['k2', 'k1'].map((id, at) => [id, new Uint8Array(32).fill(at)])));
const events = defineEvents(
  { purpose: 'person', markOf: (plid) => (plid === 'reviewer' ? { review: 'Y' } : {}) },
  {
    left: ['person', 'client_id'],
    rejected: ['client_id', 'call'],
  },
);

/** A request whose events are recorded. */
function requestWith(fields: LogFields = {}, isOpen = true) {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const line: RequestLine = { fields, awaited: [], answered, written: Promise.resolve(), isOpen };
  const logged: [string, LogFields][] = [];
  const waited: Promise<unknown>[] = [];
  const context = {
    env: { KEYS: keys },
    line,
    log: (level: string, more: LogFields) => void logged.push([level, more]),
    waitUntil: (work: Promise<unknown>) => void waited.push(work),
  };
  /** Ends the request. @returns the fields of its line, and its other lines. */
  const end = async () => {
    answer();
    await Promise.all([...line.awaited, ...waited]);
    return { fields: line.fields, logged };
  };
  return { context, waited, line, end };
}

test('pseudonyms of a user are 16 bytes long and start with their key, the current one first', async () => {
  const [current, former, ...more] = await events.pseudonyms(keys, 'a plid');
  expect([current, former, more]).toEqual([
    expect.stringMatching(/^k2:[0-9a-f]{32}$/),
    expect.stringMatching(/^k1:[0-9a-f]{32}$/),
    [],
  ]);
  expect((await events.pseudonyms(keys, 'another plid'))[0]).not.toBe(current);
});

test("an event is added to its request's line after the response, with the user's pseudonym and mark", async () => {
  const { context, line, waited, end } = requestWith({ route: '/x' });
  events.record(context, 'left', { plid: 'reviewer', client_id: 'shop' });
  expect([line.awaited.length, waited]).toEqual([1, [line.written]]);
  await Promise.resolve();
  expect(line.fields).toEqual({ route: '/x' });
  const [person] = await events.pseudonyms(keys, 'reviewer');
  expect(await end()).toEqual({
    fields: { route: '/x', client_id: 'shop', person, review: 'Y', events: { left: 1 } },
    logged: [],
  });
});

test('different events of a request share its line, and its runtime waits once', async () => {
  const { context, waited, end } = requestWith();
  events.record(context, 'left', { plid: undefined, client_id: 'shop' });
  events.record(context, 'rejected', { client_id: 'shop', call: undefined });
  expect(waited).toHaveLength(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(context.line.fields).toEqual({});
  expect(await end()).toEqual({
    fields: { client_id: 'shop', events: { left: 1, rejected: 1 } },
    logged: [],
  });
});

test('an event that happens twice, or with another value, has its own line', async () => {
  const { context, end } = requestWith();
  for (const client_id of ['shop', 'shop', 'other'])
    events.record(context, 'left', { plid: undefined, client_id });
  events.record(context, 'rejected', { client_id: 'other', call: 'confirm' });
  expect(await end()).toEqual({
    fields: { client_id: 'shop', events: { left: 1 } },
    logged: [
      ['info', { events: { left: 1 }, client_id: 'shop' }],
      ['info', { events: { left: 1 }, client_id: 'other' }],
      ['info', { events: { rejected: 1 }, client_id: 'other', call: 'confirm' }],
    ],
  });
});

test('an event after its line was written has its own line, for which the runtime waits', async () => {
  const { context, waited, line, end } = requestWith({}, false);
  events.record(context, 'rejected', { client_id: 'shop', call: 'confirm' });
  expect([waited.length, line.awaited]).toEqual([1, []]);
  const rejected = { events: { rejected: 1 }, client_id: 'shop', call: 'confirm' };
  expect(await end()).toEqual({ fields: {}, logged: [['info', rejected]] });
});

test('an event whose pseudonym cannot be computed is recorded without it', async () => {
  const { context, end } = requestWith();
  const KEYS = { ...keys, pseudonyms: () => Promise.reject(new TypeError('of a plid')) };
  events.record({ ...context, env: { KEYS } }, 'left', { plid: 'a plid', client_id: 'shop' });
  const { fields } = await end();
  expect(fields).toMatchObject({
    client_id: 'shop',
    events: { left: 1 },
    failed_line: expect.stringMatching(/^TypeError/),
  });
  expect(fields).not.toHaveProperty('person');
  expect(JSON.stringify(fields)).not.toContain('of a plid');
});
