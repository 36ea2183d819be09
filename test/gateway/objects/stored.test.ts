import { beforeEach, describe, expect, test, vi } from 'vitest';
import { flowLifetime } from '../../../workers/gateway/settings/gateway-lifetimes.ts';
import { person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { App } from '../../support/fixtures/native-app.ts';
import { callbackOf, useGatewayWorld, Visitor } from '../../support/world/gateway-world.ts';
import { userSignIn } from '../support/user-sign-in.ts';

const day = 86_400;
/** Waits until an alarm has done its work. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 25_000, interval: 200 });

describe("the gateway's stored data", () => {
  const world = useGatewayWorld({ vars: { RETENTION_DAYS: '2', SERVICE_TIMEOUT: '10' } });
  beforeEach(() => world.standIn.reset());

  async function signIn(plid: string = crypto.randomUUID()) {
    world.standIn.answer({ user: () => userAnswer({ ...person, plid, ci: `ci-of-${plid}` }) });
    const visitor = new Visitor(world);
    await visitor.signIn();
    return visitor;
  }
  const nothing = { stored: '{}', alarm: null };

  /** The object of a user, called without a worker in between. */
  async function objectOf(plid: string = crypto.randomUUID()) {
    const { USER } = world.durableObjects;
    return USER.getByName(plid);
  }
  const session = { agent: '', autoLoginYn: 'N', autoStatusCheck: 'N', created: 0 };

  test('contains nothing of thirty unauthenticated flows after their end', async () => {
    world.standIn.answer({
      token: { status: 500, body: { error: 'server_error', message: 'no such code' } },
    });
    const before = new Set(await world.flowIds());
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          if (index % 2 === 0) return new Visitor(world).signIn();
          const app = new App(world);
          const { state } = await app.start();
          return app.post('/auth/session', { code: 'made-up', state, code_verifier: app.verifier });
        }),
      );
    }
    const strangers = (await world.flowIds()).filter((id) => !before.has(id));
    expect(strangers).toHaveLength(30);
    const stored = await Promise.all(strangers.map(async (id) => (await world.flowAtRest(id)).stored));
    // A browser's flow is stored; that of an app is only in memory until its code is proved.
    expect(stored.filter((flow) => flow.includes('failed'))).toHaveLength(15);
    expect(stored.filter((flow) => flow === '{}')).toHaveLength(15);
    await world.clock.advance(flowLifetime + 301);
    await eventually(async () => {
      const kept = await Promise.all(strangers.map((id) => world.flowAtRest(id)));
      expect(kept.filter(({ stored, alarm }) => stored !== '{}' || alarm !== null)).toEqual([]);
    });
  });

  test('contains a flow with its outcome until five minutes after its end', async () => {
    const visitor = new Visitor(world);
    const { callback } = await visitor.start('?return_to=/cart');
    const before = new Set(await world.flowIds());
    await visitor.get(callback);
    const [id = ''] = (await world.flowIds()).filter((each) => !before.has(each));
    await world.clock.advance(flowLifetime + 299);
    expect((await world.flowAtRest(id)).stored).toContain('signed_in');
    await world.clock.advance(1);
    await eventually(async () => expect(await world.flowAtRest(id)).toEqual(nothing));
    expect((await visitor.get(callback)).url.pathname).toBe('/cart');
    const other = await new Visitor(world).get(callback, { Accept: 'application/json' });
    expect(other.status).toBe(400);
  });

  test("isn't created by reading an unknown user, session, or flow", async () => {
    const { USER, FLOW } = world.durableObjects;
    const user = USER.getByName('never');
    expect(await user.session('id', 0)).toBeUndefined();
    expect(await user.sessions('id', 0)).toBeUndefined();
    expect(await user.logOut('id', 'all', 0)).toBeUndefined();
    expect(await user.disconnect(0, 0)).toEqual([]);
    expect(await user.atRest()).toEqual(nothing);
    const flow = FLOW.getByName('never');
    await flow.claim({ status: 'exchanging', code: 'c', deadline: 0, expires: 0 }, 0);
    await flow.succeed('plid');
    expect(await flow.atRest()).toEqual(nothing);
  });

  test('contains no expired session, and none counts before its deletion', async () => {
    const plid = crypto.randomUUID();
    await signIn(plid);
    await world.clock.advance(21_600);
    const later = await signIn(plid);
    expect(await world.sessionRows(plid)).toHaveLength(2);
    await world.clock.advance(21_601);
    const { sessions } = (await (await later.fetch(`${world.gateway}/auth/sessions`)).json()) as {
      sessions: unknown[];
    };
    expect(sessions).toHaveLength(1);
    await eventually(async () => expect(await world.sessionRows(plid)).toHaveLength(1));
    expect(await (await later.post('/auth/logout', { everywhere: 'Y' })).json()).toEqual({ ended: 1 });
  });

  test('for signing out everywhere counts no expired session', async () => {
    const plid = crypto.randomUUID();
    const user = await objectOf(plid);
    const at = await world.clock.now();
    await user.signIn(
      { ...userSignIn, revision: 0, session: { ...session, id: 'over', expires: at + 1 } },
      at,
    );
    await user.signIn(
      {
        ...userSignIn,
        revision: 1,
        identity: undefined,
        session: { ...session, id: 'live', expires: at + 99 },
      },
      at,
    );
    expect(await user.logOut('live', 'all', at + 2)).toEqual(['live']);
    expect(await user.record(at + 2)).toMatchObject({ fullSignInAfter: at + 2, sessions: [] });
  });

  test('treats a session as expired in the second of its expiry, and lists the latest first', async () => {
    const user = await objectOf();
    const at = await world.clock.now();
    const open = (id: string, revision: number, created: number, expires: number) =>
      user.signIn({ ...userSignIn, revision, session: { ...session, id, created, expires } }, at);
    await open('older', 0, at - 2, at + 9);
    await open('newer', 1, at - 1, at + 9);
    await open('ending', 2, at, at + 5);
    const idsAt = async (time: number) =>
      (await user.sessions('older', time))?.map(({ id }: { id: string }) => id);
    expect(await idsAt(at + 4)).toEqual(['ending', 'newer', 'older']);
    expect(await idsAt(at + 5)).toEqual(['newer', 'older']);
    expect(await user.session('ending', at + 4)).toBeDefined();
    expect(await user.session('ending', at + 5)).toBeUndefined();
    for (const which of ['this', 'all', { startsWith: 'newer' }])
      expect(await user.logOut('ending', which, at + 5)).toBeUndefined();
    expect(await idsAt(at + 5)).toEqual(['newer', 'older']);
  });

  test("isn't changed by a sign-in based on an older record", async () => {
    const user = await objectOf();
    const at = await world.clock.now();
    const open = (id: string, revision: number) =>
      user.signIn(
        { ...userSignIn, revision, identity: id, session: { ...session, id, expires: at + 9 } },
        at,
      );
    expect(await open('first', 0)).toMatchObject({ outcome: 'signed_in' });
    expect(await open('second', 0)).toMatchObject({ outcome: 'changed' });
    expect(await user.stored()).toMatchObject({ identity: 'first', revision: 1 });
    expect(await user.session('second', at)).toBeUndefined();
  });

  test('records once a day that a user was seen', async () => {
    const user = await objectOf();
    const at = await world.clock.now();
    await user.signIn(
      { ...userSignIn, revision: 0, session: { ...session, id: 's', expires: at + 9 * day } },
      at,
    );
    const seenAfter = async (seconds: number) => {
      await user.session('s', at + seconds);
      return (await user.record(at)).seen - at;
    };
    expect(await seenAfter(day - 1)).toBe(0);
    expect(await seenAfter(day)).toBe(day);
    expect(await seenAfter(2 * day - 1)).toBe(day);
  });

  test('has no session that started before a disconnect, by the millisecond, and the latest disconnect counts', async () => {
    const user = await objectOf();
    const at = await world.clock.now();
    const moment = Date.now();
    const open = (id: string, began: number, revision: number, automatic = false) => {
      const opened = { session: { ...session, id, expires: at + 99 }, began: moment + began, automatic };
      return user.signIn({ ...userSignIn, ...opened, revision, identity: automatic ? undefined : id }, at);
    };
    await open('before', 10, 0);
    await open('after', 11, 1);
    expect(await user.disconnect(at, moment + 10)).toEqual(['before']);
    expect(await user.disconnect(at, moment + 5)).toEqual([]);
    expect(await open('overtaken', 10, 2)).toEqual({ outcome: 'disconnected' });
    expect(await open('later', 12, 2, true)).toMatchObject({ outcome: 'signed_in' });
    await user.logOut('after', 'this', at);
    await user.logOut('later', 'this', at);
    await user.disconnect(at, moment + 10);
    expect((await user.record(at)).identity).toBe('after');
    // The attributes are those of the full sign-in, which was before this disconnect.
    await user.disconnect(at, moment + 11);
    expect((await user.record(at)).identity).toBeUndefined();
  });

  test('has a disconnect before the first sign-in for as long as a sign-in may last', async () => {
    const [late, early] = [await objectOf(), await objectOf()];
    const at = await world.clock.now();
    await late.disconnect(at, Date.now() - (flowLifetime + 50) * 1000);
    expect(await late.atRest()).toEqual(nothing);
    const moment = Date.now() - (flowLifetime - 50) * 1000;
    await early.disconnect(at, moment);
    const opened = { began: moment - 1, revision: 0, session: { ...session, id: 's', expires: at + 9 } };
    expect(await early.signIn({ ...userSignIn, ...opened }, at)).toEqual({ outcome: 'disconnected' });
  });

  test('has the outcome of a flow, whatever is reported later', async () => {
    const { FLOW } = world.durableObjects;
    const at = await world.clock.now();
    const claimed = async (status: string) => {
      const flow = FLOW.getByName(crypto.randomUUID());
      await flow.claim({ status, code: 'c', deadline: at + 20, expires: at + 600 }, at);
      return flow;
    };
    const [made, failed, proxied] = [
      await claimed('exchanging'),
      await claimed('exchanging'),
      await claimed('proxied'),
    ];
    await made.succeed('plid');
    await made.fail('internal');
    expect(await made.outcome()).toEqual({
      status: 'signed_in',
      code: 'c',
      plid: 'plid',
      deadline: at + 20,
    });
    await failed.fail('upstream_timeout');
    await failed.succeed('plid');
    expect(await failed.outcome()).toEqual({ status: 'failed', code: 'c', reason: 'upstream_timeout' });
    await proxied.succeed('plid');
    await proxied.fail('internal');
    expect(await proxied.outcome()).toEqual({ status: 'proxied', code: 'c', deadline: at + 20 });
  });

  test('has no user unseen for RETENTION_DAYS, unless they have a session or return', async () => {
    const [gone, back] = [crypto.randomUUID(), crypto.randomUUID()];
    await signIn(gone);
    await signIn(back);
    await world.clock.advance(day);
    await signIn(back);
    await world.clock.advance(day + 1);
    await eventually(async () => expect(await world.userAtRest(gone)).toEqual(nothing));
    expect(await world.userRow(back)).toBeDefined();
    await world.clock.advance(day);
    await eventually(async () => expect(await world.userAtRest(back)).toEqual(nothing));
  });

  test("has no user who signed out and didn't return within RETENTION_DAYS", async () => {
    const plid = crypto.randomUUID();
    const visitor = await signIn(plid);
    await visitor.post('/auth/logout');
    expect(await world.sessionRows(plid)).toEqual([]);
    await world.clock.advance(2 * day - 60);
    expect(await world.userRow(plid)).toBeDefined();
    await world.clock.advance(61);
    await eventually(async () => expect(await world.userAtRest(plid)).toEqual(nothing));
  });

  test('has a signed-out user no longer than RETENTION_DAYS, even if sessions last longer', async () => {
    const user = await objectOf();
    const at = await world.clock.now();
    const opened = { revision: 0, session: { ...session, id: 's', expires: at + 9 * day } };
    await user.signIn({ ...userSignIn, ...opened }, at);
    await user.logOut('s', 'this', at);
    await world.clock.advance(2 * day);
    await eventually(async () => expect(await user.atRest()).toEqual(nothing));
  });

  test('has no KV copy of an ended session', async () => {
    const visitor = await signIn();
    expect(await visitor.session()).toBeDefined();
    const { SESSIONS } = await world.env('plid-gateway-callback');
    const { keys } = (await SESSIONS.list()) as { keys: { name: string; expiration?: number }[] };
    expect(keys.length).toBeGreaterThan(0);
    const latest = Math.floor(Date.now() / 1000) + 3_600;
    for (const { name, expiration = Number.POSITIVE_INFINITY } of keys)
      expect(expiration, name).toBeLessThanOrEqual(latest);
  });

  test("has a disconnect's time for as long as a sign-in may last, and then nothing", async () => {
    const plid = crypto.randomUUID();
    const visitor = await signIn(plid);
    await visitor.post('/auth/disconnect');
    await eventually(async () => {
      const { stored } = await world.userAtRest(plid);
      expect(Object.keys(JSON.parse(stored)).sort()).toEqual(['disconnected', 'schema']);
    });
    await world.clock.advance(flowLifetime);
    await eventually(async () => expect(await world.userAtRest(plid)).toEqual(nothing));
  });

  test('contains no readable identity and no secret, in any object or in KV', async () => {
    const user = { ...person, plid: crypto.randomUUID() };
    world.standIn.answer({ user: () => userAnswer(user) });
    const visitor = new Visitor(world);
    const { state, callback, code } = await visitor.start();
    const before = new Set(await world.flowIds());
    await visitor.get(callback);
    const { secret = '' } = visitor;
    const app = new App(world);
    const started = await app.start();
    await app.post('/auth/session', { code: 'app-code', state: started.state, code_verifier: app.verifier });
    await visitor.session();
    await visitor.get(callbackOf(world.gateway, { error: 'access_denied', state }));
    const dump: unknown[] = [await world.userAtRest(user.plid)];
    for (const id of await world.flowIds()) if (!before.has(id)) dump.push(await world.flowAtRest(id));
    const { SESSIONS } = await world.env('plid-gateway-callback');
    const { keys } = (await SESSIONS.list()) as { keys: { name: string }[] };
    for (const { name } of keys) dump.push(name, await SESSIONS.get(name));
    const text = JSON.stringify(dump);
    expect(dump.length).toBeGreaterThan(5);
    const { ci, phoneNo, name, birthdate } = user;
    const hidden = [
      ci,
      phoneNo,
      name,
      birthdate,
      secret,
      state,
      code,
      'app-code',
      app.verifier,
      started.state,
    ];
    for (const value of hidden) expect(text).not.toContain(value);
  });
});

describe('an alarm on the real clock', () => {
  const world = useGatewayWorld({ objectsOnRealClock: true });

  test('is set for the first expiry of a flow or session', async () => {
    const before = new Set(await world.flowIds());
    await new Visitor(world).signIn();
    const [flow = ''] = (await world.flowIds()).filter((id) => !before.has(id));
    const expectAlarm = (atRest: () => Promise<{ alarm: number | null }>, seconds: number) =>
      eventually(async () => {
        const alarm = (await atRest()).alarm ?? 0;
        expect(Math.abs(alarm / 1000 - Date.now() / 1000 - seconds)).toBeLessThan(60);
      });
    await expectAlarm(() => world.flowAtRest(flow), flowLifetime + 300);
    await expectAlarm(() => world.userAtRest(person.plid), 43_200);
    await world.clock.advance(3_600);
    await new Visitor(world).signIn();
    await expectAlarm(() => world.userAtRest(person.plid), 43_200);
  });
});
