import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LogoutOutbox, maxPendingLogouts } from '../../../../workers/gateway/objects/logout-outbox.ts';
import { Storage } from '../../../support/fakes/objects.ts';
import { readToken } from '../../../support/fixtures/openid.ts';
import { gatewaySecrets, openIdClients } from '../../../support/world/test-settings.ts';
import { answering } from '../../support/fake-service-response.ts';

const ended = 1_800_000_000;
const day = 86_400;
const issuer = 'https://shop.example.com/auth/oidc';
const session = { client_id: 'books', issuer, subject: 'sub of books', sid: 'sid of books' };
const address = 'https://books.example.com/logout';

type Entry = { id: string; backchannel_logout_uri?: string };
const clients = JSON.parse(openIdClients) as Entry[];
const withLogout = (of: string) => clients.map((entry) => ({ ...entry, backchannel_logout_uri: of }));

/** The outbox of a user who has just signed out of a product. @param entries the setting OPENID_CLIENTS. */
function outboxWith(entries: unknown = withLogout(address)) {
  const storage = new Storage();
  const env = { OPENID_CLIENTS: JSON.stringify(entries), OPENID_KEY: gatewaySecrets.OPENID_KEY };
  const outbox = new LogoutOutbox(storage.kv as never, env);
  outbox.add([session], ended);
  return { outbox, stored: () => JSON.stringify(storage.kv.get('logouts') ?? null) };
}

/** Sends each logout_token when it is due. @returns the pauses between the attempts, in seconds. */
async function pausesOf({ outbox }: ReturnType<typeof outboxWith>): Promise<number[]> {
  const times: number[] = [];
  for (let at = outbox.nextDue(); at !== undefined; at = outbox.nextDue()) {
    times.push(at - ended);
    await outbox.deliver(at);
  }
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

let lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines = [];
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(JSON.parse(line)));
});
afterEach(() => void vi.restoreAllMocks());

describe('a logout_token', () => {
  test('that gets 503 is retried with growing pauses for a day, then given up, logged, and deleted', async () => {
    const sent = answering(() => new Response(null, { status: 503 }));
    const user = outboxWith();
    const pauses = await pausesOf(user);
    const doubling = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, 20_480];
    expect(pauses.slice(0, 12)).toEqual(doubling);
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(day);
    expect(sent).toHaveLength(pauses.length + 1);
    expect(user.stored()).toBe('null');
    const tokens = await Promise.all(sent.map(async (request) => new URLSearchParams(await request.text())));
    const claims = tokens.map((form) => readToken(form.get('logout_token') ?? '').claims);
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(1);
    expect(claims.at(-1)).toMatchObject({ iat: ended + day, exp: ended + day + 120 });
    expect(lines.at(-1)).toMatchObject({
      level: 'error',
      outcome: 'given up',
      status: 503,
      attempt: sent.length,
    });
  });

  test.each([401, 404, 307])('that gets %i is retried', async (status) => {
    answering(() => new Response(null, { status, headers: { Location: 'https://10.0.0.1/' } }));
    const { outbox } = outboxWith();
    await outbox.deliver(ended);
    expect(outbox.nextDue()).toBe(ended + (status === 307 ? 10 : 900));
  });

  test('is never sent on by a redirect', async () => {
    const modes: unknown[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      modes.push(init?.redirect);
      return new Response();
    });
    await outboxWith().outbox.deliver(ended);
    expect(modes).toEqual(['manual']);
  });

  test.each([
    ['was removed', []],
    ['no longer receives any', clients],
  ])('is deleted unsent if its product %s', async (_, entries) => {
    const sent = answering(() => new Response());
    const user = outboxWith(entries);
    await user.outbox.deliver(ended);
    expect([sent.length, user.stored(), lines]).toEqual([0, 'null', []]);
  });

  test('is sent to the address that is set now', async () => {
    const moved = 'https://books.example.com/moved';
    const sent = answering(() => new Response());
    await outboxWith(withLogout(moved)).outbox.deliver(ended);
    expect(sent.map(({ url }) => url)).toEqual([moved]);
  });

  test("is retried if the settings are invalid or the product doesn't respond within ten seconds", async () => {
    const invalid = outboxWith([{ id: 'books' }]);
    await invalid.outbox.deliver(ended);
    expect(invalid.outbox.nextDue()).toBe(ended + 10);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      expect(milliseconds).toBe(10_000);
      return AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
    });
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      init?.signal?.throwIfAborted();
      return new Response();
    });
    const slow = outboxWith();
    await slow.outbox.deliver(ended);
    expect(slow.outbox.nextDue()).toBe(ended + 10);
  });

  test('contains only what a relying party needs while it is stored', () => {
    const { pending } = JSON.parse(outboxWith().stored());
    expect(pending).toEqual([{ ...session, jti: expect.any(String), since: ended, attempts: 0, due: ended }]);
  });
});

test('a user has at most 200 undelivered logout_tokens: the oldest is given up and logged', async () => {
  const { outbox } = outboxWith();
  const sessions = Array.from({ length: maxPendingLogouts }, (_, index) => ({
    ...session,
    sid: `sid ${index}`,
  }));
  outbox.add(sessions, ended);
  expect(outbox.clientIds()).toHaveLength(200);
  expect(lines).toMatchObject([{ level: 'error', outcome: 'given up', client_id: 'books' }]);
  const sids: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const token = new URLSearchParams(String(init?.body)).get('logout_token') ?? '';
    sids.push(readToken(token).claims.sid);
    return new Response();
  });
  for (let batch = 0; batch < 10; batch += 1) await outbox.deliver(ended);
  expect(sids.toSorted()).toEqual(sessions.map(({ sid }) => sid).toSorted());
  expect(outbox.nextDue()).toBeUndefined();
});

test('twenty logout_tokens are sent at once, and the next ones immediately', async () => {
  const sent = answering(() => new Response());
  const { outbox } = outboxWith();
  outbox.add(
    Array.from({ length: 24 }, (_, index) => ({ ...session, sid: `sid ${index}` })),
    ended,
  );
  expect(await outbox.deliver(ended)).toBe(ended);
  expect([sent.length, outbox.clientIds().length]).toEqual([20, 5]);
  expect(await outbox.deliver(ended)).toBeUndefined();
  expect(sent).toHaveLength(25);
});

test.each([
  [200, 'info', 'delivered'],
  [400, 'error', 'refused'],
])('an answer with %i is logged once, as %s', async (status, level, outcome) => {
  answering(() => new Response(null, { status }));
  const user = outboxWith();
  await user.outbox.deliver(ended);
  expect(user.stored()).toBe('null');
  const line = { level, outcome, status, security_event: 'logout', client_id: 'books', attempt: 1 };
  expect(lines).toMatchObject([{ ...line, jti: expect.any(String) }]);
});

test.each([
  ['books', 'RS256'],
  ['papers', 'ES256'],
])('a logout_token for %s is signed with %s', async (client_id, alg) => {
  const sent = answering(() => new Response());
  const { outbox } = outboxWith();
  await outbox.deliver(ended);
  outbox.add([{ ...session, client_id }], ended);
  await outbox.deliver(ended);
  const form = new URLSearchParams(await sent.at(-1)?.text());
  expect(readToken(form.get('logout_token') ?? '').header).toMatchObject({ alg });
});

test('a session that ends during a delivery is reported after it', async () => {
  const { outbox } = outboxWith();
  answering(() => {
    outbox.add([{ ...session, sid: 'another' }], ended);
    return new Response();
  });
  await outbox.deliver(ended);
  expect(outbox.clientIds()).toEqual(['books']);
});
