import { DatabaseSync } from 'node:sqlite';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountEvents } from '../../../../workers/service/features/events/account-events.ts';
import { eventMigrations } from '../../../../workers/service/features/events/event-tables.ts';
import type { AccountContext } from '../../../../workers/service/objects/account-part.ts';
import { clearApplicationCache } from '../../../../workers/service/registry/applications.ts';
import { answering } from '../../../gateway/support/fake-service-response.ts';
import { SqlInMemory } from '../../../support/fakes/sql-in-memory.ts';
import { origins, serviceSecrets } from '../../../support/world/test-settings.ts';

const client_id = 'demoshop000000000001';
const happened = 1_800_000_000;

/** An account with one event for an application. @param registered what that takes. */
function accountWithEvent(registered: object = { events: 'https://books.example.com/events' }) {
  const database = new DatabaseSync(':memory:');
  for (const migration of eventMigrations) database.exec(migration);
  const storage = { sql: new SqlInMemory(() => database) } as unknown as DurableObjectStorage;
  const store = { exists: () => true, wakeBy: () => undefined };
  const account = { storage, store, plid: 'a plid' } as unknown as AccountContext;
  const application = { client_id, version: 1, ...registered };
  const listed = new Map<string, { status: string; answer?: string }>();
  const kv = {
    get: async () => application,
    put: async (key: string, _: string, { metadata }: { metadata: { status: string } }) =>
      void listed.set(key, metadata),
    delete: async (key: string) => void listed.delete(key),
  };
  const env = {
    BASE_URL: origins.service,
    EVENT_KEY: serviceSecrets.EVENT_KEY,
    APPLICATIONS: kv as unknown as KVNamespace,
    SIGNER: { signLogoutToken: async (alg: string) => `signed with ${alg}` },
  };
  const outbox = new AccountEvents(account, env);
  outbox.terminated([client_id], happened);
  const due = 'SELECT min(due) AS due FROM events WHERE lost IS NULL';
  const nextDue = () => database.prepare(due).get()?.due as number | null;
  const kept = () => database.prepare('SELECT jti, lost, due FROM events').all();
  return { outbox, env, nextDue, kept, kv, entries: () => [...listed.values()] };
}

/** Delivers each event when it is due. @returns the pauses between the attempts, in seconds. */
async function pausesOf({ outbox, nextDue }: ReturnType<typeof accountWithEvent>): Promise<number[]> {
  const times: number[] = [];
  for (let at = nextDue(); at !== null; at = nextDue()) {
    times.push(at - happened);
    await outbox.deliver(at);
  }
  expect([times[0], times.at(-1)]).toEqual([0, 3 * 86_400]);
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

beforeEach(() => {
  clearApplicationCache();
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

test('an event that gets 503 is retried after 10 seconds, 20, 40, and so on up to 6 hours, for three days', async () => {
  const sent = answering(() => new Response(null, { status: 503 }));
  const pauses = await pausesOf(accountWithEvent());
  const doubling = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, 20_480];
  expect(pauses.slice(0, -1)).toEqual([...doubling, ...Array(10).fill(6 * 3_600)]);
  expect(sent).toHaveLength(pauses.length + 1);
});

test.each<[number, BodyInit | null]>([
  [401, null],
  [403, '<title>Access denied</title>'],
  [404, JSON.stringify({ err: 'invalid_request' })],
  [410, null],
  [421, null],
  [400, '{"err":"not_now"}'],
  [400, '{"error":"invalid_request"}'],
  [400, 'invalid_request'],
  [400, ' '.repeat(20_000) + JSON.stringify({ err: 'invalid_request' })],
])(
  "%i with %j isn't final: the event is retried for three days, starting after 15 minutes",
  async (status, body) => {
    answering(() => new Response(body, { status }));
    const account = accountWithEvent();
    const pauses = await pausesOf(account);
    const doubling = [900, 1_800, 3_600, 7_200, 14_400];
    expect(pauses.slice(0, -1)).toEqual([...doubling, ...Array(10).fill(6 * 3_600)]);
    expect(account.entries()).toMatchObject([{ status: 'given_up', answer: String(status) }]);
  },
);

/** The error codes of RFC 8935 §2.4. */
const finalCodes = [
  ...['invalid_request', 'invalid_key', 'invalid_issuer'],
  ...['invalid_audience', 'authentication_failed', 'access_denied'],
];

test.each(finalCodes)("400 with err: %s isn't retried, and the event is stored for 30 days", async (err) => {
  const sent = answering(() => Response.json({ err, description: 'no' }, { status: 400 }));
  const { outbox, nextDue, kept, entries } = accountWithEvent();
  await outbox.deliver(happened);
  expect([sent.length, nextDue()]).toEqual([1, null]);
  expect(kept()).toMatchObject([{ lost: 'refused', due: happened + 30 * 86_400 }]);
  expect(entries()).toMatchObject([{ status: 'refused', answer: `400 ${err}`, plid: 'a plid' }]);
  outbox.deleteExpired(happened + 30 * 86_400 - 1);
  expect(kept()).toHaveLength(1);
  outbox.deleteExpired(happened + 30 * 86_400);
  expect(kept()).toEqual([]);
});

test.each([
  [16_384, 'refused'],
  [16_385, null],
])('a refusal of %i bytes ends an event: %s', async (length, lost) => {
  const refusal = JSON.stringify({ err: 'invalid_key' });
  answering(() => new Response(refusal.padEnd(length), { status: 400 }));
  const { outbox, kept } = accountWithEvent();
  await outbox.deliver(happened);
  expect(kept()).toMatchObject([{ lost }]);
});

test('an account sends twenty events at once, and the others after them', async () => {
  const sent = answering(() => new Response(null, { status: 202 }));
  const { outbox, kept } = accountWithEvent();
  outbox.terminated(
    Array.from({ length: 24 }, (_, place) => String(place).padStart(20, '0')),
    happened,
  );
  const left: number[] = [kept().length];
  while (kept().length > 0) {
    await outbox.deliver(happened);
    left.push(kept().length);
  }
  // Each end of a session is two events: one of them for OpenID Connect, which this application doesn't use.
  expect([left, sent.length]).toEqual([[50, 30, 10, 0], 25]);
});

test("an event that can't be listed as undelivered is retried, so that none is lost unnoticed", async () => {
  const sent = answering(() => Response.json({ err: 'invalid_key' }, { status: 400 }));
  const { outbox, nextDue, kept, kv, entries } = accountWithEvent();
  const { put } = kv;
  kv.put = () => Promise.reject(new Error('KV PUT failed: 500'));
  await outbox.deliver(happened);
  expect([kept()[0]?.lost, entries()]).toEqual([null, []]);
  kv.put = put;
  await outbox.deliver(nextDue() ?? 0);
  expect([sent.length, kept()[0]?.lost, entries().length]).toEqual([2, 'refused', 1]);
});

test('a resent event is retried for another three days, signed again, and unlisted once accepted', async () => {
  const sent = answering(() => Response.json({ err: 'invalid_key' }, { status: 400 }));
  const { outbox, nextDue, kept, entries } = accountWithEvent();
  await outbox.deliver(happened);
  const later = happened + 20 * 86_400;
  expect(outbox.resend(String(kept()[0]?.jti), later)).toBe(true);
  expect(outbox.resend(crypto.randomUUID(), later)).toBe(false);
  const again = answering(() => new Response(null, { status: 503 }));
  await outbox.deliver(later);
  expect(nextDue()).toBe(later + 20);
  const taken = answering(() => new Response(null, { status: 202 }));
  await outbox.deliver(later + 20);
  expect([kept(), entries()]).toEqual([[], []]);
  const [first, , last] = await Promise.all([...sent, ...again, ...taken].map((request) => request.text()));
  const claims = (token = '') => decodeJwt<{ toe: number }>(token);
  expect([claims(first).iat, claims(last).iat]).toEqual([happened, later]);
  expect([claims(last).jti, claims(last).toe]).toEqual([claims(first).jti, claims(first).toe]);
});

const dateAfter = (seconds: number) => new Date((happened + seconds) * 1000).toUTCString();

test.each([
  ['100', 100],
  [dateAfter(100), 100],
  ['99999999', 3 * 86_400],
  ['5', 10],
  [dateAfter(-100), 10],
  ['soon', 10],
])('an event that gets Retry-After: %s is retried after %i seconds', async (value, pause) => {
  answering(() => new Response(null, { status: 503, headers: { 'Retry-After': value } }));
  const { outbox, nextDue } = accountWithEvent();
  await outbox.deliver(happened);
  expect((nextDue() ?? 0) - happened).toBe(pause);
});

test("an event is retried if the receiver doesn't respond within ten seconds", async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    limits.push(milliseconds);
    return AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted();
    return new Response(null, { status: 202 });
  });
  const { outbox, nextDue, kept } = accountWithEvent();
  await outbox.deliver(happened);
  expect(limits).toEqual([10_000]);
  expect(kept()).toHaveLength(1);
  expect(nextDue()).toBe(happened + 10);
});

describe('a logout_token', () => {
  const openid_logout = 'https://books.example.com/logout';

  test.each([
    ['that has none', { openid: 'RS256', openid_logout: '' }],
    ['that is no longer a relying party', { openid: '', openid_logout }],
  ])("isn't sent to an application %s", async (_, registered) => {
    const sent = answering(() => new Response(null, { status: 200 }));
    const { outbox, kept } = accountWithEvent(registered);
    await outbox.deliver(happened);
    expect([sent.length, kept()]).toEqual([0, []]);
  });

  test('is retried like an event, except after any 400', async () => {
    const sent = answering(() => new Response(null, { status: 503 }));
    const pauses = await pausesOf(accountWithEvent({ openid: 'ES256', openid_logout }));
    expect(pauses.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(await sent[0]?.text()).toBe('logout_token=signed with ES256');
    const refused = answering(() => new Response('not a word', { status: 400 }));
    const { outbox, nextDue, entries } = accountWithEvent({ openid: 'RS256', openid_logout });
    await outbox.deliver(happened);
    expect([refused.length, nextDue()]).toEqual([1, null]);
    expect(entries()).toMatchObject([{ type: 'logout', status: 'refused', answer: '400' }]);
  });

  test("is retried if it can't be signed", async () => {
    const sent = answering(() => new Response(null, { status: 200 }));
    const { outbox, env, nextDue, kept } = accountWithEvent({ openid: 'RS256', openid_logout });
    const { signLogoutToken } = env.SIGNER;
    env.SIGNER.signLogoutToken = () => Promise.reject(new Error('no key'));
    await outbox.deliver(happened);
    expect([sent.length, nextDue()]).toEqual([0, happened + 10]);
    env.SIGNER.signLogoutToken = signLogoutToken;
    await outbox.deliver(happened + 10);
    expect([sent.length, kept()]).toEqual([1, []]);
  });
});
