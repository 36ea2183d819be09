import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentsOf, NumberedWorld } from '../../effects/support/numbered-world.ts';

const day = 86_400;
let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

const ask = (method: string, ...parameters: unknown[]) =>
  world.objects.ask('User', 'p', method, ...parameters);
const stored = (): Record<string, unknown> => {
  const kept = world.objects.storages().get('User p');
  return kept === undefined ? {} : contentsOf(kept);
};

/** A sign-in that opens a session. @param lifetime of the session, in seconds. @param more other fields of the request. */
function signIn(
  id: string,
  {
    lifetime = 600,
    began = 1_000,
    ...more
  }: Record<string, unknown> & { lifetime?: number; began?: number } = {},
) {
  const times = { created: world.now, expires: world.now + lifetime };
  const request = {
    session: { id, agent: 'Chrome', autoLoginYn: 'N', autoStatusCheck: 'N', ...times },
    ...{ began, revision: undefined, identity: `identity of ${id}`, attributes: ['ci', 'name'] },
    ...{ owner: 'k1:own', owners: ['k1:own'], ownerChanged: false, automatic: false, replaces: undefined },
    number: { plid: 'p', index: null },
    ...more,
  };
  return ask('signIn', request, world.now) as Promise<{
    outcome: string;
    ended: string[];
    ownerChanged: boolean;
  }>;
}
const nothing = { identity: undefined, attributes: [], owner: undefined, owners: [] };
const automatic = { ...nothing, automatic: true };
const isLive = async (id: string, at = world.now) => (await ask('session', id, at)) !== undefined;
const idsAt = async (own: string) =>
  ((await ask('sessions', own, world.now)) as { id: string }[] | undefined)?.map(({ id }) => id);
const record = () => ask('record', world.now) as Promise<Record<string, unknown> | undefined>;

describe('the sessions of a user', () => {
  test('are listed latest first, until they expire', async () => {
    await signIn('first', { lifetime: 700 });
    world.now += 10;
    await signIn('second');
    for (const id of ['c', 'a', 'b']) await signIn(id, { lifetime: 1 });
    expect(await idsAt('first')).toEqual(['a', 'b', 'c', 'second', 'first']);
    world.now += 600;
    expect(await idsAt('first')).toEqual(['first']);
    expect(await idsAt('second')).toBeUndefined();
    expect([await isLive('first', world.now + 89), await isLive('first', world.now + 90)]).toEqual([
      true,
      false,
    ]);
  });

  test('end one by one, or all at once: then only a full sign-in opens another', async () => {
    for (const id of ['aa', 'ab', 'b']) await signIn(id);
    expect(await ask('logOut', 'aa', { startsWith: 'ab' }, world.now)).toEqual(['ab']);
    expect(await ask('logOut', 'aa', { startsWith: 'x' }, world.now)).toEqual([]);
    expect(await ask('logOut', 'b', 'this', world.now)).toEqual(['b']);
    expect(await ask('logOut', 'b', 'all', world.now)).toBeUndefined();
    expect(await signIn('c', automatic)).toMatchObject({ outcome: 'signed_in' });
    expect(((await ask('logOut', 'c', 'all', world.now)) as string[]).sort()).toEqual(['aa', 'c']);
    expect((await record())?.fullSignInAfter).toBe(world.now);
    expect(await signIn('d', automatic)).toEqual({ outcome: 'full_sign_in_required' });
    expect(await signIn('e')).toMatchObject({ outcome: 'signed_in' });
    expect(await signIn('f', automatic)).toMatchObject({ outcome: 'signed_in' });
  });

  test('end with the owner of the number, and the replaced one with its successor', async () => {
    for (const id of ['first', 'second']) await signIn(id);
    expect(await signIn('third', { replaces: 'first' })).toMatchObject({
      ended: ['first'],
      ownerChanged: false,
    });
    const other = { owner: 'k1:other', owners: ['k1:other'], replaces: 'second' };
    const { ended, ownerChanged } = await signIn('fourth', other);
    expect([ended.sort(), ownerChanged]).toEqual([['second', 'third'], true]);
    expect(await idsAt('fourth')).toEqual(['fourth']);
  });

  test('are known to a relying party under one name each, which a successor takes over', async () => {
    await signIn('first');
    const login = { client_id: 'books', redirect_uri: 'https://books.example/callback', scope: 'openid' };
    const { scope: _, ...presented } = login;
    const claims = { issuer: 'i', subject: 's' };
    let logins = 0;
    async function sidOf(session: string, of: object = {}, told: object = {}) {
      logins += 1;
      expect(await ask('keepOpenId', session, `login ${logins}`, { ...login, ...of }, world.now)).toBe(true);
      const redeemed = await ask('redeemOpenId', `login ${logins}`, { ...presented, ...of }, world.now, {
        ...claims,
        ...told,
      });
      return (redeemed as { sid: string }).sid;
    }
    const sid = await sidOf('first');
    expect(await sidOf('first')).toBe(sid);
    const others = [
      await sidOf('first', { client_id: 'papers' }),
      await sidOf('first', {}, { issuer: 'another' }),
      await sidOf('first', {}, { subject: 'another' }),
    ];
    expect(new Set([sid, ...others]).size).toBe(4);
    await signIn('second', { replaces: 'first' });
    expect(await sidOf('second')).toBe(sid);
    expect(await ask('keepOpenId', 'first', 'late', login, world.now)).toBe(false);
  });
});

describe('a user', () => {
  test('counts as seen once a day', async () => {
    const start = world.now;
    await signIn('first', { lifetime: 10 * day });
    world.now += day - 1;
    await isLive('first');
    expect((await record())?.seen).toBe(start);
    world.now += 1;
    await isLive('first');
    expect((await record())?.seen).toBe(world.now);
  });

  test('is written again by an automatic login one day after being seen, and not before', async () => {
    const start = world.now;
    await signIn('first', { lifetime: 10 * day });
    world.now += day - 1;
    await signIn('second', automatic);
    expect((await record())?.seen).toBe(start);
    world.now += 1;
    await signIn('third', automatic);
    expect((await record())?.seen).toBe(world.now);
  });

  test('stays for 365 days after being seen, and then leaves nothing', async () => {
    await signIn('first');
    await world.advance(365 * day - 1, 1);
    expect(await record()).toMatchObject({ identity: 'identity of first', sessions: [] });
    await world.advance(1, 1);
    expect(stored()).toEqual({});
  });

  test('keeps the identity of the last full sign-in after an automatic login', async () => {
    await signIn('first', { began: 1_000 });
    await signIn('second', { ...automatic, began: 2_000 });
    expect(await ask('session', 'second', world.now)).toMatchObject({ identity: 'identity of first' });
    expect(await ask('stored')).toEqual({ identity: 'identity of first', owner: 'k1:own', revision: 1 });
    await signIn('third', { began: 3_000 });
    expect(await ask('stored')).toEqual({ identity: 'identity of third', owner: 'k1:own', revision: 2 });
    expect(await signIn('fourth', { attributes: ['ci'] })).toMatchObject({ outcome: 'changed' });
  });
});

test('the alarm deletes the logins of relying parties that have expired', async () => {
  await signIn('first', { lifetime: 30 });
  await signIn('second', { lifetime: 2 * day });
  const login = { client_id: 'books', redirect_uri: 'https://books.example/callback', scope: 'openid' };
  await ask('keepOpenId', 'second', 'early', login, world.now);
  await world.advance(30, 1);
  expect(stored()).toHaveProperty('openid early');
  await signIn('third', { lifetime: 30 });
  await world.advance(30, 1);
  expect(stored()).not.toHaveProperty('openid early');
});

describe('a disconnection', () => {
  test('ends what began until then, and lets no earlier sign-in return', async () => {
    const moment = Date.now();
    await signIn('before', { began: moment });
    expect(await ask('disconnect', world.now, moment)).toEqual(['before']);
    expect(await record()).toMatchObject({ identity: undefined, disconnected: world.now, sessions: [] });
    expect(await signIn('late', { began: moment })).toEqual({ outcome: 'disconnected' });
    expect(await signIn('after', { began: moment + 1 })).toMatchObject({ outcome: 'signed_in' });
    expect(await ask('disconnect', world.now, moment)).toEqual([]);
    expect(await isLive('after')).toBe(true);
  });

  test('leaves a session that began later, and its user', async () => {
    const moment = Date.now();
    await signIn('before', { began: moment });
    await signIn('after', { began: moment + 1 });
    expect(await ask('disconnect', world.now, moment)).toEqual(['before']);
    expect(await ask('session', 'after', world.now)).toMatchObject({ identity: 'identity of after' });
  });

  test('is remembered for an hour, unless no sign-in of before can be in progress', async () => {
    expect(await ask('disconnect', world.now, Date.now() - 3_601_000)).toEqual([]);
    expect(stored()).toEqual({});
    await ask('disconnect', world.now, Date.now());
    await world.advance(3_599, 1);
    expect(await record()).toMatchObject({ identity: undefined });
    await world.advance(1, 1);
    expect(stored()).toEqual({});
  });

  test('that is an hour ago ends no session that began later', async () => {
    const moment = Date.now();
    await signIn('before', { began: moment });
    await ask('disconnect', world.now, moment);
    await signIn('after', { began: moment + 1, lifetime: 2 * day });
    await world.advance(3_600, 1);
    expect(await record()).toMatchObject({ disconnected: undefined, sessions: [{ id: 'after' }] });
    expect(await isLive('after')).toBe(true);
    expect(stored()).not.toHaveProperty('disconnected');
  });
});
