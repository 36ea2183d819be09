import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountOutbox } from '../../workers/service/objects/account-outbox.ts';
import { accountMigrations } from '../../workers/service/objects/account-tables.ts';
import { forgetApplications } from '../../workers/service/shared/applications.ts';
import { answering } from '../support/doubles/answering.ts';
import { SqlInMemory } from '../support/doubles/sql-in-memory.ts';
import { origins, serviceSecrets } from '../support/world/test-settings.ts';

const client_id = 'demoshop000000000001';
const happened = 1_800_000_000;

/** An account with one event, which an application is to be told. */
function accountWithEvent() {
  const database = new DatabaseSync(':memory:');
  for (const migration of accountMigrations) database.exec(migration);
  const storage = { sql: new SqlInMemory(() => database) };
  const application = { client_id, version: 1, events: 'https://books.example.com/events' };
  const env = {
    ...{ BASE_URL: origins.service, EVENT_KEY: serviceSecrets.EVENT_KEY },
    APPLICATIONS: { get: async () => application } as unknown as KVNamespace,
  };
  const state = { storage, id: { name: 'a plid' } } as unknown as DurableObjectState;
  const outbox = new AccountOutbox(state, env);
  outbox.add('account-purged', [client_id], happened);
  const nextDue = () => database.prepare('SELECT min(due) AS due FROM events').get()?.due as number | null;
  return { outbox, nextDue };
}

beforeEach(() => {
  forgetApplications();
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

test('an event is tried again after 10 seconds, 20, 40 and so on up to 6 hours, for three days', async () => {
  const sent = answering(() => new Response(null, { status: 503 }));
  const { outbox, nextDue } = accountWithEvent();
  const times: number[] = [];
  for (let at = nextDue(); at !== null; at = nextDue()) {
    times.push(at - happened);
    await outbox.deliver(at);
  }
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const doubling = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, 20_480];
  expect(pauses.slice(0, -1)).toEqual([...doubling, ...Array(10).fill(6 * 3_600)]);
  expect([times[0], times.at(-1)]).toEqual([0, 3 * 86_400]);
  expect(sent).toHaveLength(times.length);
});

const dateAfter = (seconds: number) => new Date((happened + seconds) * 1000).toUTCString();

test.each([
  ['100', 100],
  [dateAfter(100), 100],
  ['99999999', 3 * 86_400],
  ['5', 10],
  [dateAfter(-100), 10],
  ['soon', 10],
])('an event that is answered with Retry-After: %s is tried again after %i seconds', async (value, pause) => {
  answering(() => new Response(null, { status: 503, headers: { 'Retry-After': value } }));
  const { outbox, nextDue } = accountWithEvent();
  await outbox.deliver(happened);
  expect((nextDue() ?? 0) - happened).toBe(pause);
});
