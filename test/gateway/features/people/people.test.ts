import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { KeyRing } from '../../../../workers/core/crypto/keys.ts';
import { keyRingSetting } from '../../../../workers/core/worker/key-settings.ts';
import { findUsers } from '../../../../workers/gateway/features/people/stored-users.ts';
import type { User } from '../../../../workers/gateway/objects/user.ts';
import { flowLifetime } from '../../../../workers/gateway/settings/gateway-lifetimes.ts';
import { indexNames } from '../../../../workers/gateway/users/pseudonyms.ts';
import { signInUser } from '../../../../workers/gateway/users/sign-in-user.ts';
import { linesWith, logLines } from '../../../support/assertions/log-lines.ts';
import { person, userAnswer } from '../../../support/fakes/service-stand-in.ts';
import { sendGatewayPeopleRequest } from '../../../support/requests/operator-requests.ts';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import {
  gatewayKeys,
  gatewaySecrets,
  operatorName,
  serviceSecrets,
} from '../../../support/world/test-settings.ts';
import { openLine } from '../../support/request-line.ts';
import { userSignIn } from '../../support/user-sign-in.ts';

const world = useGatewayWorld({ vars: { RETENTION_DAYS: '2' } });
beforeEach(() => world.standIn.reset());

let last = 10_000;
/** A user that no other test uses. */
function someone(): typeof person {
  const plid = crypto.randomUUID();
  last += 1;
  return { ...person, plid, ci: `ci-of-${plid}`, phoneNo: `010555${last}` };
}
async function signIn(user: Partial<typeof person>, changes: Record<string, unknown> = {}) {
  world.standIn.answer({ user: () => userAnswer(user, changes) });
  const visitor = new Visitor(world, { 'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0' });
  await visitor.signIn();
  return visitor;
}

const send = (what: 'show' | 'erase', body: unknown, headers = {}) =>
  sendGatewayPeopleRequest(world, what, body, headers);
/** The context of a sign-in by this test, not by a worker. */
const context = ({ at, ...env }: { KEYS: KeyRing; USER: DurableObjectNamespace<User>; at: number }) => ({
  env: { LOCATION_HINT: 'apac-ne' as const, ...env },
  now: at,
  log: () => undefined,
  line: openLine(),
  waitUntil: () => undefined,
});
interface Shown {
  plid: string;
  identity: Record<string, string>;
  seen?: number;
  disconnected?: number;
  sessions: object[];
}
async function show(named: object): Promise<Shown[]> {
  const response = await send('show', named);
  expect(response.status).toBe(200);
  return JSON.parse(await response.text()).users;
}
async function erase(named: object): Promise<{ plid: string; sessions: number }[]> {
  const response = await send('erase', named);
  expect(response.status).toBe(200);
  return JSON.parse(await response.text()).erased;
}
const plidsOf = async (phoneNo: string) => (await show({ phoneNo })).map(({ plid }) => plid);
/** Waits until an alarm has done its work. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 25_000, interval: 200 });
const indexOf = async (phoneNo: string) =>
  world.userAtRest((await indexNames(gatewayKeys, phoneNo))[0] ?? '');
const nothing = { stored: '{}', alarm: null };

const pseudonyms = [expect.stringMatching(/^test:[0-9a-f]{32}$/)];

describe('POST /auth/admin/people/show', () => {
  test('returns all stored data decrypted, the same by number and by plid', async () => {
    const user = someone();
    await signIn(user);
    await signIn(user);
    const {
      plid,
      autoLoginYn: _,
      autoStatusCheck: __,
      ...identity
    } = { autoLoginYn: '', autoStatusCheck: '', ...user };
    const time = expect.any(Number);
    const session = {
      session: expect.stringMatching(/^[\w-]{16}$/),
      agent: 'Chrome, Android',
      created: time,
      expires: time,
    };
    const shown = [{ plid, pseudonyms, identity, seen: time, sessions: [session, session] }];
    expect(await show({ plid })).toEqual(shown);
    await eventually(async () => expect(await show({ phoneNo: user.phoneNo })).toEqual(shown));
  });

  test('returns nothing about an unknown user, and stores nothing', async () => {
    expect(await show({ phoneNo: '01099998888' })).toEqual([]);
    expect(await show({ plid: 'nobody' })).toEqual([]);
    expect(await erase({ phoneNo: '01099998888' })).toEqual([]);
    expect(await erase({ plid: 'nobody' })).toEqual([]);
    expect(await indexOf('01099998888')).toEqual(nothing);
    expect(await world.userAtRest('nobody')).toEqual(nothing);
  });

  test('finds both plids that have had a number, and only the current one after a change', async () => {
    const [first, second] = [someone(), someone()];
    await signIn(first);
    await signIn({ ...second, phoneNo: first.phoneNo });
    const both = [first.plid, second.plid].sort();
    await eventually(async () => expect((await plidsOf(first.phoneNo)).sort()).toEqual(both));
    const other = someone().phoneNo;
    await signIn({ ...first, phoneNo: other });
    expect(await plidsOf(first.phoneNo)).toEqual([second.plid]);
    await eventually(async () => expect(await plidsOf(other)).toEqual([first.plid]));
    await eventually(async () => expect((await indexOf(first.phoneNo)).stored).not.toContain(first.plid));
    expect(await plidsOf(first.phoneNo)).toEqual([second.plid]);
  });

  test("finds a user whose identity can't be decrypted by number, and after they ended everything", async () => {
    const { plid, phoneNo } = someone();
    const { USER } = world.durableObjects;
    const object = USER.getByName(plid);
    const at = await world.clock.now();
    const session = {
      id: 'x',
      agent: '',
      autoLoginYn: 'N',
      autoStatusCheck: 'N',
      created: at,
      expires: at + 60,
    };
    await object.signIn(
      {
        ...{ ...userSignIn, session, revision: 0, identity: 'sealed under a lost key' },
        number: { plid, index: (await indexNames(gatewayKeys, phoneNo))[0] ?? '' },
      },
      at,
    );
    await object.logOut('x', 'all', at);
    await eventually(async () =>
      expect(await show({ phoneNo })).toEqual([
        { plid, pseudonyms, identity: {}, seen: at, fullSignInAfter: at, sessions: [] },
      ]),
    );
  });

  test('finds a user again after an index failure, during which sign-ins work', async () => {
    const user = someone();
    const [index = ''] = await indexNames(gatewayKeys, user.phoneNo);
    await world.withoutObjectsFrom(index, async () => {
      const visitor = await signIn(user);
      expect(await visitor.session()).toBeDefined();
      await eventually(async () => expect(world.logs()).toContain('listing a user under their number'));
    });
    // The index is called again a minute later.
    await world.clock.advance(60);
    await eventually(async () => expect(await plidsOf(user.phoneNo)).toEqual([user.plid]));
  });

  test('finds a user under the old key after a rotation, and under the new one after their next sign-in', async () => {
    const rotated = v.parse(
      keyRingSetting,
      `newer:${Buffer.from('0123456789abcdef'.repeat(2)).fill(7, 0, 8).toString('base64')},${gatewaySecrets.KEYS}`,
    );
    const [newer, older] = await indexNames(rotated, '01012345678');
    expect([older]).toEqual(await indexNames(gatewayKeys, '01012345678'));
    expect(newer).toMatch(/^number newer:/);
    const user = someone();
    await signIn(user);
    // The index is called again a minute later.
    await world.clock.advance(60);
    await eventually(async () => expect(await plidsOf(user.phoneNo)).toEqual([user.plid]));
    const at = await world.clock.now();
    const { USER } = world.durableObjects;
    const { SESSIONS } = await world.env('plid-gateway-people');
    const underOldKey = await findUsers(
      {
        ...context({ KEYS: rotated, USER, at }),
        env: { KEYS: rotated, USER, SESSIONS, LOCATION_HINT: 'apac-ne' },
      },
      { phoneNo: user.phoneNo },
    );
    expect(underOldKey.map(({ plid }) => plid)).toEqual([user.plid]);
    const session = {
      agent: '',
      autoLoginYn: 'N',
      autoStatusCheck: 'N',
      created: at,
      expires: at + 60,
    } as const;
    await signInUser(
      context({ KEYS: rotated, USER, at }),
      { plid: user.plid, autoLoginYn: 'Y', autoStatusCheck: 'N' },
      { session: { id: 'y', ...session }, began: Date.now(), replaces: undefined },
    );
    const [next = ''] = await indexNames(rotated, user.phoneNo);
    await eventually(async () => expect((await world.userAtRest(next)).stored).toContain(user.plid));
    await eventually(async () => expect(await indexOf(user.phoneNo)).toEqual(nothing));
  });

  test('uses an index that contains only plids, under a name without the number', async () => {
    const user = someone();
    await signIn(user);
    await eventually(async () =>
      expect((await indexOf(user.phoneNo)).stored).toBe(JSON.stringify({ plids: [user.plid] })),
    );
    const [name] = await indexNames(gatewayKeys, user.phoneNo);
    expect(name).toMatch(/^number test:[\w-]{43}$/);
    expect((await world.userAtRest(user.plid)).stored).not.toContain(user.phoneNo);
  });
});

describe('POST /auth/admin/people/erase', () => {
  test.each(['phoneNo', 'plid'] as const)(
    'deletes, by %s, user, sessions, and their KV copies without calling the service',
    async (by) => {
      const user = someone();
      const [phone, laptop] = [await signIn(user), await signIn(user)];
      expect(await phone.session()).toBeDefined();
      // The index is called again a minute later.
      await world.clock.advance(60);
      await eventually(async () => expect(await plidsOf(user.phoneNo)).toEqual([user.plid]));
      const { SESSIONS } = await world.env('plid-gateway-people');
      const copies = async () => (await SESSIONS.list()).keys.length;
      const before = await copies();
      expect(await erase({ [by]: user[by] })).toEqual([{ plid: user.plid, sessions: 2 }]);
      expect(await copies()).toBe(before - 2);
      expect([await phone.session(), await laptop.session()]).toEqual([undefined, undefined]);
      expect(world.standIn.received.map(({ path }) => path)).not.toContain('/v1/user/disconnect');
      expect(await show({ phoneNo: user.phoneNo })).toEqual([]);
      expect(await show({ plid: user.plid })).toEqual([
        { plid: user.plid, pseudonyms, identity: {}, disconnected: expect.any(Number), sessions: [] },
      ]);
      expect(await erase({ [by]: user[by] })).toEqual([]);
      await eventually(async () => expect(await indexOf(user.phoneNo)).toEqual(nothing));
      await world.clock.advance(flowLifetime + 1);
      await eventually(async () => expect(await world.userAtRest(user.plid)).toEqual(nothing));
      expect(await show({ plid: user.plid })).toEqual([]);
    },
  );

  test('deletes exactly the plids of a number', async () => {
    const [first, second, other] = [someone(), someone(), someone()];
    await signIn(first);
    await signIn({ ...second, phoneNo: first.phoneNo });
    const visitor = await signIn(other);
    await eventually(async () => expect(await plidsOf(first.phoneNo)).toHaveLength(2));
    const erased = (await erase({ phoneNo: first.phoneNo })).map(({ plid }) => plid);
    expect(erased.sort()).toEqual([first.plid, second.plid].sort());
    expect(await visitor.session()).toBeDefined();
  });

  test('leaves a user who signs in again stored and findable', async () => {
    const user = someone();
    await signIn(user);
    await erase({ plid: user.plid });
    await signIn(user);
    // The index is called again a minute later.
    await world.clock.advance(60);
    await eventually(async () => expect(await plidsOf(user.phoneNo)).toEqual([user.plid]));
  });
});

test('a user who is disconnected, or unseen for RETENTION_DAYS, is removed from every index', async () => {
  const [leaving, absent] = [someone(), someone()];
  const visitor = await signIn(leaving);
  await signIn(absent);
  for (const { phoneNo, plid } of [leaving, absent])
    await eventually(async () => expect(await plidsOf(phoneNo)).toEqual([plid]));
  await visitor.post('/auth/disconnect');
  await eventually(async () => expect(await indexOf(leaving.phoneNo)).toEqual(nothing));
  await world.clock.advance(2 * 86_400 + 1);
  await eventually(async () => expect(await world.userAtRest(absent.plid)).toEqual(nothing));
  expect(await indexOf(absent.phoneNo)).toEqual(nothing);
});

describe.each(['show', 'erase'] as const)('POST /auth/admin/people/%s', (what) => {
  test.each(['', 'Bearer wrong', `Bearer ${serviceSecrets.ADMIN_TOKEN}`])(
    "needs the gateway's own token, not %j, and otherwise uses no storage",
    async (Authorization) => {
      const { USER } = world.durableObjects;
      const any = USER.getByName('any');
      const before = await any.calls();
      const response = await send(what, { plid: 'x' }, { Authorization });
      const { error, reason } = JSON.parse(await response.text());
      expect([response.status, error, reason]).toEqual([
        401,
        'authentication_failed',
        'authentication_failed',
      ]);
      expect(await any.calls()).toBe(before);
    },
  );

  test.each<[object, string]>([
    [{}, 'The required item phoneNo is missing.'],
    [{ phoneNo: '01012345678', plid: 'x' }, 'The value of plid is not valid.'],
    [{ phoneNo: '010-1234-5678' }, 'The value of phoneNo is not valid.'],
    [{ plid: 'number test:x' }, 'The value of plid is not valid.'],
    [{ plid: '' }, 'The value of plid is not valid.'],
    [{ plid: 'x', reason: 'called from 010-1234-5678' }, 'The value of reason is not valid.'],
  ])('rejects %j', async (body, message) => {
    const response = await send(what, body);
    expect([response.status, JSON.parse(await response.text()).message]).toEqual([400, message]);
  });
});

test('the log contains that an operator asked, how, and whether data existed, but not about whom', async () => {
  const user = someone();
  await signIn(user);
  const request = async (what: 'show' | 'erase', named: object) =>
    (await send(what, named)).headers.get('X-Request-Id') ?? '';
  const shown = await request('show', { plid: user.plid, reason: 'ticket 4711' });
  const unknown = await request('show', { phoneNo: '01012121212' });
  const erased = await request('erase', { plid: user.plid });
  const [erasure] = await linesWith(world, {
    request: erased,
    'events.person_erased': 1,
    token: operatorName,
  });
  await linesWith(world, {
    request: shown,
    'events.person_shown': 1,
    person: erasure?.person,
    access_reason: 'ticket 4711',
  });
  await linesWith(world, { request: unknown, route: '/auth/admin/people/show', by: 'phoneNo' });
  expect(logLines(world).filter((line) => line.request === unknown)).toHaveLength(1);
  for (const secret of [user.phoneNo, user.plid, user.ci, '01012121212'])
    expect(world.logs()).not.toContain(secret);
});
