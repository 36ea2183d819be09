import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SignInRequest } from '../../workers/gateway/objects/user-tables.ts';
import type { GrantRequest } from '../../workers/service/objects/account-tables.ts';
import { agreement, fromBrowser } from '../support/fixtures/agreement.ts';
import { type MeasuredObject, useMeasuredObjects } from './support/measured-world.ts';

const { object } = useMeasuredObjects();
const now = () => Math.floor(Date.now() / 1000);

const signedIn = (client_id: string, more: Partial<GrantRequest>): GrantRequest => ({
  id: randomUUID(),
  client_id,
  asked: ['ci'],
  identity: 'sealed',
  ...fromBrowser,
  phone: 'a phone',
  ...more,
});
const firstAt = (client_id: string) => signedIn(client_id, { agreement, automaticLogin: 'Y' });

/** An account with connections, and an automatic login at each. @returns the device that logs in at the shop. */
async function accountWith(connections: number): Promise<{ account: MeasuredObject; device: string }> {
  const account = await object('Account');
  for (let other = 1; other < connections; other += 1)
    await account.ask('grant', firstAt(`application ${other}`), now());
  const shop = firstAt('shop');
  await account.ask('grant', shop, now());
  return { account, device: shop.id };
}

describe.each([1, 100])('the rows of an account with %i connections and automatic logins', (connections) => {
  test('for a sign-in', async () => {
    const { account, device } = await accountWith(connections);
    await account.restart();
    const full = signedIn('shop', { device });
    expect(await account.cost('grant', full, now())).toEqual({ statements: 6, read: 8, written: 4 });
    expect(await account.cost('redeem', full.id, 'shop', now())).toMatchObject({ written: 2 });
    await account.indexWritten();
    const again = signedIn('shop', {});
    await account.ask('grant', again, now());
    expect(await account.cost('redeem', again.id, 'shop', now())).toEqual({
      statements: 3,
      read: 4,
      written: 1,
    });
    expect(await account.cost('read', full.id, 'shop', false, now())).toEqual({
      statements: 1,
      read: 2,
      written: 0,
    });
  });

  test('for an automatic login', async () => {
    const { account, device } = await accountWith(connections);
    const automatic = { id: randomUUID(), client_id: 'shop', device, generation: 0, asked: ['ci'] };
    await account.ask('redeem', device, 'shop', now());
    await account.indexWritten();
    expect(await account.cost('grantAutomatically', automatic, now())).toEqual({
      statements: 4,
      read: 3,
      written: 2,
    });
    expect(await account.cost('redeem', automatic.id, 'shop', now())).toEqual({
      statements: 1,
      read: 2,
      written: 1,
    });
    expect(await account.cost('read', automatic.id, 'shop', true, now())).toEqual({
      statements: 2,
      read: 3,
      written: 1,
    });
  });

  test('for a disconnect are what it ends, and each device and grant read once', async () => {
    const { account, device } = await accountWith(connections);
    await account.ask('redeem', device, 'shop', now());
    await account.indexWritten();
    const cost = await account.cost('disconnect', 'shop', now());
    expect(cost).toMatchObject({ statements: 7, written: 5 });
    expect(cost.read).toBeLessThanOrEqual(2 * connections + 5);
  });
});

test('the first grant of an account creates its tables and alarm', async () => {
  const account = await object('Account');
  expect(await account.cost('grant', firstAt('shop'), now())).toMatchObject({ written: 9 });
  expect(await account.cost('grant', firstAt('bank'), now())).toMatchObject({ written: 4 });
});

test('an unknown account costs one row read for any call', async () => {
  const account = await object('Account');
  const ask = ['x', 'shop', now()];
  expect(await account.cost('redeem', ...ask)).toEqual({ statements: 0, read: 1, written: 0 });
  expect(await account.cost('disconnect', 'shop', now())).toEqual({ statements: 0, read: 0, written: 0 });
  expect(await account.atRest()).toEqual({ stored: '{}', alarm: null });
});

test('a row of the index of disclosures costs one row written', async () => {
  const index = await object('Disclosures');
  const row = { application: 'a', name: 'n', sealed: 'sealed', revision: 1, ended: null };
  const put = (more: object) => index.cost('put', [{ row: { ...row, ...more }, former: [] }], 'k1:0', now());
  await put({ name: 'first' });
  expect(await put({})).toEqual({ statements: 1, read: 1, written: 1 });
  expect(await put({ revision: 2 })).toMatchObject({ written: 1 });
  expect(await put({ revision: 1 })).toMatchObject({ written: 0 });
  expect(await put({ revision: 3, ended: now() })).toMatchObject({ written: 3 });
  expect((await index.cost('page', 'a', '', 100, now())).read).toBeLessThanOrEqual(2);
});

test('a request to a phone costs the stated rows', async () => {
  const phone = await object('Phone');
  const at = now();
  const caller = { caller: 'a browser', known: true };
  const approval = { owner: 'an owner', carrier: 'S', sent: at, signIn: 'a sign-in' };
  const about = (sign_in: string) => ({ client_id: 'shop', sign_in });
  await phone.ask('admit', 'first', caller, at - 10, 5, about('one'));
  await phone.ask('approve', approval, at);
  expect(await phone.cost('admit', 'second', caller, at, 5, about('two'))).toEqual({
    statements: 3,
    read: 4,
    written: 1,
  });
  expect(await phone.cost('reached', 'second', 'of the carrier')).toEqual({
    statements: 2,
    read: 3,
    written: 1,
  });
  expect(await phone.cost('approve', approval, at)).toEqual({ statements: 4, read: 3, written: 1 });
  expect(await phone.cost('plid')).toEqual({ statements: 1, read: 1, written: 0 });
});

test('a gateway flow costs the stated rows', async () => {
  const flow = await object('Flow');
  const at = now();
  const claim = { status: 'exchanging', code: 'a hash', deadline: at + 30, expires: at + 600 };
  expect(await flow.cost('claim', claim, at)).toEqual({ statements: 0, read: 1, written: 2 });
  expect(await flow.cost('succeed', 'a plid')).toEqual({ statements: 0, read: 1, written: 1 });
  expect(await flow.cost('outcome')).toEqual({ statements: 0, read: 1, written: 0 });

  const held = await object('Flow');
  expect(await held.cost('claim', { ...claim, held: true }, at)).toMatchObject({ written: 0 });
  expect(await held.cost('fail', 'upstream_refused', true)).toMatchObject({ written: 0 });
  expect(await held.atRest()).toEqual({ stored: '{}', alarm: null });
  const kept = await object('Flow');
  await kept.ask('claim', { ...claim, held: true }, at);
  expect(await kept.cost('keep', claim, at)).toMatchObject({ written: 2 });
});

const opening = (plid: string, more: Partial<SignInRequest> = {}): SignInRequest => ({
  session: {
    id: randomUUID(),
    agent: 'Chrome, Android',
    autoLoginYn: 'N',
    autoStatusCheck: 'N',
    created: now(),
    expires: now() + 43_200,
  },
  began: Date.now(),
  revision: 1,
  identity: undefined,
  ...{ attributes: ['ci'], owner: undefined, owners: [] },
  ownerChanged: false,
  automatic: false,
  replaces: undefined,
  number: { plid, index: `number ${plid}` },
  ...more,
});

/** A user who is listed in their number's index. */
async function userWith(sessions: number): Promise<{ user: MeasuredObject; plid: string; session: string }> {
  const plid = randomUUID();
  const user = await object('User', plid);
  const first = opening(plid, { revision: 0, identity: 'sealed', owner: 'an owner' });
  await user.ask('signIn', first, now());
  await expect.poll(async () => (await user.atRest()).stored).toContain('"settled":true');
  for (let other = 1; other < sessions; other += 1) await user.ask('signIn', opening(plid), now());
  return { user, plid, session: first.session.id };
}

describe.each([1, 100])('the rows of a user with %i sessions', (sessions) => {
  test('for a sign-in', async () => {
    const { user, plid, session } = await userWith(sessions);
    await user.restart();
    const full = opening(plid, { replaces: session });
    expect(await user.cost('stored')).toEqual({ statements: 1, read: 2, written: 0 });
    expect(await user.cost('signIn', full, now())).toEqual({ statements: 4, read: 6, written: 3 });
    expect(await user.cost('signIn', opening(plid, { automatic: true }), now())).toEqual({
      statements: 2,
      read: 4,
      written: 1,
    });
  });

  test('for reading a session, and for its sign-out', async () => {
    const { user, session } = await userWith(sessions);
    expect(await user.cost('session', session, now())).toEqual({ statements: 2, read: 2, written: 0 });
    expect(await user.cost('logOut', session, 'this', now())).toEqual({
      statements: 2,
      read: 3,
      written: 1,
    });
  });
});

describe('the rows of a sign-in at a product', () => {
  const login = { client_id: 'books', redirect_uri: 'https://books.example/callback', scope: 'openid' };
  const { scope: _, ...presented } = login;
  const claims = { issuer: 'https://shop.example.com/auth/oidc', subject: 'a sub' };
  /** Signs in at a product. @returns the cost. */
  async function costOfLogin({ user, session }: Awaited<ReturnType<typeof userWith>>, told?: object) {
    const id = randomUUID();
    const kept = await user.cost('keepOpenId', session, id, login, now());
    const redeemed = await user.cost('redeemOpenId', id, presented, now(), told);
    return { kept: kept.written, redeemed: redeemed.written };
  }

  test('are two, and one more for the first sign-in in a session at a product with a logout address', async () => {
    const person = await userWith(1);
    expect(await costOfLogin(person)).toEqual({ kept: 1, redeemed: 1 });
    expect(await costOfLogin(person, claims)).toEqual({ kept: 1, redeemed: 2 });
    expect(await costOfLogin(person, claims)).toEqual({ kept: 1, redeemed: 1 });
  });

  test('at its end are one more for the queue of logout_tokens and one for the alarm', async () => {
    const person = await userWith(1);
    await costOfLogin(person, claims);
    expect(await person.user.cost('logOut', person.session, 'this', now())).toMatchObject({ written: 3 });
  });
});

test("an index that already lists a user isn't written again", async () => {
  const index = await object('User', 'number x');
  expect(await index.cost('list', 'a plid')).toMatchObject({ written: 1 });
  expect(await index.cost('list', 'a plid')).toMatchObject({ written: 0 });
});
