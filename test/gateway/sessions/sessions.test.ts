import { beforeEach, describe, expect, test } from 'vitest';
import type { GatewayEntrypoint } from '../../../workers/gateway/settings/gateway-sealed-types.ts';
import { sessionToken } from '../../../workers/gateway/settings/gateway-sealed-types.ts';
import { person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { kinds, startGatewayWorld, useGatewayWorld, Visitor } from '../../support/world/gateway-world.ts';
import { gatewayKeys } from '../../support/world/test-settings.ts';
import { closedAfterTest } from '../../support/world/use-world.ts';

/** What the tests of a world need. */
function openWorld(lagging: boolean) {
  const world = useGatewayWorld({ lagging });
  beforeEach(() => world.standIn.reset());

  /** Signs in a user that no other test uses, so that tests don't see each other's sessions. */
  async function signIn(plid: string = crypto.randomUUID(), headers: Record<string, string> = {}) {
    world.standIn.answer({ user: () => userAnswer({ ...person, plid, ci: `ci-of-${plid}` }) });
    const visitor = new Visitor(world, headers);
    await visitor.signIn();
    return visitor;
  }
  const bearer = (secret: string | undefined) =>
    world.fetch(`${world.gateway}/auth/session`, { headers: { Authorization: `Bearer ${secret}` } });
  const sessionsOf = async (visitor: Visitor) => {
    const answer = await visitor.fetch(`${world.gateway}/auth/sessions`);
    return ((await answer.json()) as { sessions: Record<string, unknown>[] }).sessions;
  };
  return { world, signIn, bearer, sessionsOf };
}

describe('a session', () => {
  const { world, signIn, bearer, sessionsOf } = openWorld(false);

  test('contains the user, its start, and its end, by cookie and by bearer token', async () => {
    const visitor = await signIn();
    const session = await visitor.session();
    expect(Object.keys(session ?? {})).toEqual(['user', 'created', 'expires']);
    expect(session).toMatchObject({
      user: { name: '한가람', birthdate: '950101', autoLoginYn: 'N', autoStatusCheck: 'N' },
    });
    expect(Number(session?.expires) - Number(session?.created)).toBe(43_200);
    expect(await (await bearer(visitor.secret)).json()).toEqual(session);
    const headers = { Authorization: `bearer ${visitor.secret}` };
    expect((await world.fetch(`${world.gateway}/auth/session`, { headers })).status).toBe(200);
  });

  test.each([
    { what: 'nothing', headers: {} },
    { what: 'an unknown secret', headers: { Authorization: `Bearer ${'x'.repeat(43)}` } },
    { what: 'something else', headers: { Authorization: 'Bearer a b' } },
    { what: 'an empty cookie', headers: { Cookie: '__Host-plid-session=' } },
    { what: 'a cookie without the prefix', headers: { Cookie: `plid-session=${'x'.repeat(43)}` } },
  ])('$what returns 401 with a challenge', async ({ headers }) => {
    const answer = await world.fetch(`${world.gateway}/auth/session`, {
      headers: headers as Record<string, string>,
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(await answer.json()).toEqual({
      error: 'authentication_failed',
      message: 'No user is signed in. Sign in first.',
      reason: 'no_session',
    });
  });

  test('without ci for a page and an app, and complete for guard and entrypoint', async () => {
    const visitor = await signIn();
    const told = (await visitor.session())?.user as Record<string, string>;
    const { ci: _, plid: __, ...rest } = person;
    expect(told).toMatchObject(rest);
    expect(told).not.toHaveProperty('ci');
    const { GATEWAY }: { GATEWAY: GatewayEntrypoint } = await world.env('plid-gateway-guard');
    const headers = { Cookie: `__Host-plid-session=${visitor.secret}` };
    const asked = await GATEWAY.session(new Request('https://shop.example.com/', { headers }));
    expect(asked?.user).toEqual({ ...told, ci: `ci-of-${told.plid}` });
  });

  test("is marked as current in the list of the user's sessions", async () => {
    const plid = crypto.randomUUID();
    const phone = await signIn(plid, {
      'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/147.0 Mobile Safari/537.36',
    });
    const laptop = await signIn(plid, {
      'User-Agent': 'Mozilla/5.0 (Macintosh) Version/19.0 Safari/605.1.15',
    });
    await signIn();
    const sessions = await sessionsOf(laptop);
    expect(sessions).toHaveLength(2);
    expect(sessions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ agent: 'Safari, macOS', current: true }),
        expect.objectContaining({ agent: 'Chrome, Android', current: false }),
      ]),
    );
    expect(JSON.stringify(sessions)).not.toContain(phone.secret);
    expect((await new Visitor(world).fetch(`${world.gateway}/auth/sessions`)).status).toBe(401);
  });

  test("ends without the user's other sessions by everywhere=N", async () => {
    const plid = crypto.randomUUID();
    const [phone, laptop] = [await signIn(plid), await signIn(plid)];
    expect(await (await laptop.post('/auth/logout', { everywhere: 'N' })).json()).toEqual({ ended: 1 });
    expect(await phone.session()).toBeDefined();
  });

  test('after a sign-out form redirects only on its own origin', async () => {
    const visitor = await signIn();
    const page = { Accept: 'text/html' };
    const evil = await visitor.post('/auth/logout', { return_to: '//evil.example' }, page);
    expect(evil.status).toBe(400);
    expect(await visitor.session()).toBeDefined();
    const answer = await visitor.post('/auth/logout', { return_to: '/bye' }, page);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe(`${world.gateway}/bye`);
    expect((await new Visitor(world).post('/auth/logout', {}, page)).headers.get('Location')).toBe(
      `${world.gateway}/`,
    );
  });

  test.each([
    { from: 'another origin', headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' } },
    {
      from: 'another origin, in an older browser',
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'none' },
    },
    {
      from: 'a sibling host',
      headers: { Origin: 'https://blog.example.com', 'Sec-Fetch-Site': 'same-site' },
    },
  ])("isn't signed out from $from", async ({ headers }) => {
    const visitor = await signIn();
    const answer = await visitor.post('/auth/logout', { everywhere: 'Y' }, headers);
    expect(answer.status).toBe(400);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await visitor.session()).toBeDefined();
  });

  test("isn't signed out by GET", async () => {
    const visitor = await signIn();
    const answer = await visitor.fetch(`${world.gateway}/auth/logout`);
    expect(answer.status).toBe(405);
    expect(await visitor.session()).toBeDefined();
  });

  test("can't be read by another origin", async () => {
    const visitor = await signIn();
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const answer = await visitor.fetch(`${world.gateway}/auth/session`, { headers });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });
});

/** Tests that read a session after a copy of it was written to KV, or deleted there. */
describe.each(kinds)('a session, on $kv', ({ lagging }) => {
  const { world, signIn, bearer, sessionsOf } = openWorld(lagging);

  test('needs no object if cached, and during an object outage a copy up to an hour old counts and is marked', async () => {
    const visitor = await signIn();
    await world.settle();
    await world.withoutObjects(async () => {
      const fresh = await visitor.session();
      expect(fresh).toBeDefined();
      expect(fresh).not.toHaveProperty('stale');
      await world.clock.advance(901);
      expect(await visitor.session()).toEqual({ ...fresh, stale: true });
      await world.clock.advance(2_700);
      const answer = await visitor.fetch(`${world.gateway}/auth/session`);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('Retry-After')).toBe('5');
    });
    const again = await visitor.session();
    expect(again).toBeDefined();
    expect(again).not.toHaveProperty('stale');
  });

  test('is renewed in KV while it is used, until 12 hours after the sign-in', async () => {
    const visitor = await signIn();
    const { created } = (await visitor.session()) ?? {};
    for (let hours = 0; hours < 11; hours += 1) {
      await world.clock.advance(3_600);
      expect(await visitor.session()).toMatchObject({ created });
    }
    await world.clock.advance(3_599);
    await world.clock.advance(2);
    expect(await visitor.session()).toBeUndefined();
  });

  test('ends with a sign-out, here at once and elsewhere within 60 s, for good', async () => {
    const visitor = await signIn();
    await world.settle();
    await world.clock.advance(500);
    const { secret } = visitor;
    expect((await bearer(secret)).status).toBe(200);
    const answer = await visitor.post('/auth/logout');
    expect(await answer.json()).toEqual({ ended: 1 });
    expect(answer.headers.getSetCookie()).toEqual([
      '__Host-plid-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-plid-signed-out=Y; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
    expect(visitor.secret).toBeUndefined();
    const seen = await bearer(secret);
    if (!lagging) expect(seen.status).toBe(401);
    await world.clock.advance(30);
    await bearer(secret);
    await world.clock.advance(31);
    expect((await bearer(secret)).status).toBe(401);
    const headers = { Authorization: `Bearer ${secret}` };
    expect((await world.fetch(`${world.gateway}/auth/sessions`, { headers })).status).toBe(401);
    for (let minute = 0; minute < 3; minute += 1) {
      await world.clock.advance(61);
      expect((await bearer(secret)).status).toBe(401);
    }
  });

  test("is ended by its name in the user's own list, and not in another's", async () => {
    const plid = crypto.randomUUID();
    const phone = await signIn(plid);
    const laptop = await signIn(plid);
    const stranger = await signIn();
    const [theirs] = await sessionsOf(stranger);
    const refused = await laptop.post('/auth/logout', { session: String(theirs?.session) });
    expect(refused.status).toBe(400);
    const other = String((await sessionsOf(laptop)).find(({ current }) => !current)?.session);
    for (const session of [other.slice(0, 1), other.slice(0, -1), `${other}A`])
      expect((await laptop.post('/auth/logout', { session })).status).toBe(400);
    expect((await new Visitor(world).post('/auth/logout', { session: other })).status).toBe(401);
    expect(await phone.session()).toBeDefined();
    const ended = await laptop.post('/auth/logout', { session: other });
    expect([ended.status, ended.headers.getSetCookie()]).toEqual([200, []]);
    expect(ended.headers.has('Clear-Site-Data')).toBe(false);
    await world.settle();
    expect(await phone.session()).toBeUndefined();
    expect(await laptop.session()).toBeDefined();
    expect(await stranger.session()).toBeDefined();
    const own = String((await sessionsOf(laptop)).find(({ current }) => current)?.session);
    expect(await (await laptop.post('/auth/logout', { session: own })).json()).toEqual({ ended: 1 });
    expect(laptop.secret).toBeUndefined();
  });

  test("ends with all of the user's sessions by everywhere=Y", async () => {
    const plid = crypto.randomUUID();
    const [phone, laptop, stranger] = [await signIn(plid), await signIn(plid), await signIn()];
    expect(await (await laptop.post('/auth/logout', { everywhere: 'Y' })).json()).toEqual({ ended: 2 });
    await world.settle();
    expect(await phone.session()).toBeUndefined();
    expect(await stranger.session()).toBeDefined();
  });
});

describe('a session in storage', () => {
  test('costs one KV read per check, and one write after half of its cache time', async () => {
    const world = closedAfterTest(await startGatewayWorld({ lagging: true }));
    const counts = async () => {
      const kv = await world.harness.exported('lagging-kv');
      return (kv as unknown as { counts(): Promise<Record<'get' | 'put' | 'delete', number>> }).counts();
    };
    const visitor = new Visitor(world);
    await visitor.signIn();
    await world.settle();
    const before = await counts();
    for (let check = 0; check < 20; check += 1) expect(await visitor.session()).toBeDefined();
    const warm = await counts();
    expect(warm).toEqual({ ...before, get: before.get + 20 });
    await world.clock.advance(400);
    await visitor.session();
    await world.settle();
    expect(await counts()).toEqual({ get: warm.get + 1, put: warm.put + 1, delete: warm.delete });
  });

  test('reveals no secret and no identity in a dump of KV and objects', async () => {
    const world = closedAfterTest(await startGatewayWorld());
    const visitor = new Visitor(world);
    const { state, callback } = await visitor.start();
    await visitor.get(callback);
    const { SESSIONS } = await world.env('plid-gateway-callback');
    const dump: unknown[] = [];
    const { keys } = (await SESSIONS.list()) as { keys: { name: string }[] };
    expect(keys.length).toBeGreaterThan(0);
    for (const { name } of keys) dump.push(name, await SESSIONS.get(name));
    const user = await world.userAtRest(person.plid);
    expect(user.stored).toContain('identity');
    dump.push(user.stored);
    const text = JSON.stringify(dump);
    for (const secret of [
      visitor.secret ?? '',
      state,
      person.ci,
      person.phoneNo,
      person.name,
      person.birthdate,
    ]) {
      expect(text).not.toContain(secret);
    }
    for (const { id } of await world.sessionRows(person.plid)) expect(state).not.toContain(id);
    const opened = await sessionToken.open(gatewayKeys, visitor.secret?.replace('plid_', '') ?? '', 0);
    expect(opened?.plid).toBe(person.plid);
    expect(world.standIn.everSent.has(opened?.secret ?? '')).toBe(false);
  });
});
