import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrations as userMigrations } from '../../workers/gateway/objects/user-tables.ts';
import {
  departureRetryPeriod,
  flowLifetime,
  flowOutcomeLifetime,
  logoutRetryPeriod,
} from '../../workers/gateway/settings/gateway-lifetimes.ts';
import { accountDisclosureMigrations } from '../../workers/service/features/affected-users/account-disclosures.ts';
import { eventMigrations } from '../../workers/service/features/events/event-tables.ts';
import { accountMigrations } from '../../workers/service/objects/account-tables.ts';
import { migrations as applicationMigrations } from '../../workers/service/objects/application-tables.ts';
import { disclosureMigrations } from '../../workers/service/objects/disclosure-tables.ts';
import { phoneMigrations } from '../../workers/service/objects/phone-tables.ts';
import {
  automaticLoginLifetime,
  denialCountPeriod,
  knownBrowserLifetime,
  maxSignInCookieLifetime,
  terminatedAccountLifetime,
  usedRequestLifetime,
} from '../../workers/service/settings/service-lifetimes.ts';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { agreement, fromBrowser } from '../support/fixtures/agreement.ts';
import { root } from '../support/world/bundles.ts';
import { askingOf, fillAccount, fillPhone, fillUser, kindsIn, plid, signInOf } from './support/every-kind.ts';

const about = { client_id: 'shop', sign_in: 'one' };

const day = 86_400;

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

const tablesOf = (migrations: readonly string[]): string[] =>
  migrations
    .flatMap((migration) => [...migration.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => name))
    .sort();

/** The key with which an object notes its migrations. */
const schema = 'schema';
const kinds = (className: string, name: string) =>
  kindsIn(world, className, name).filter((kind) => kind !== schema);
const alarmOf = (className: string, name: string) =>
  world.objects.storages().get(`${className} ${name}`)?.alarm;
const stored = () => JSON.stringify(world.stored());

/** Nothing at all is left of an object, its alarm and the note of its migrations included. */
function expectNothing(className: string, name: string): void {
  expect(kindsIn(world, className, name)).toEqual([]);
  expect(alarmOf(className, name)).toBeNull();
}

describe('the fixtures make every kind of row and key', () => {
  test('of an account', async () => {
    await fillAccount(world);
    const migrations = [...accountMigrations, ...eventMigrations, ...accountDisclosureMigrations];
    const keys = ['ends', 'held held', 'held openid first', 'phone', 'sign-ins'];
    expect(kinds('Account', plid)).toEqual([...tablesOf(migrations), ...keys].sort());
  });

  test('of a number, with a request of every status', async () => {
    await fillPhone(world);
    expect(kinds('Phone', 'a number')).toEqual([...tablesOf(phoneMigrations), 'forgotten browsers'].sort());
    for (const status of ['denied', 'unconfirmed', 'mismatched', 'superseded', 'sent', 'cancelled'])
      expect(stored()).toContain(`"status":"${status}"`);
  });

  test('of a user of the gateway', async () => {
    await fillUser(world);
    const keys = ['listing', 'logouts', 'openid a login', 'openid another login'];
    expect(kinds('User', plid)).toEqual([...tablesOf(userMigrations), ...keys].sort());
  });

  test('in 24 places of the objects’ code that write a key', () => {
    const folders = '{service/objects,service/features,gateway/objects,core/storage}';
    const files = globSync(`workers/${folders}/**/*.ts`, { cwd: root });
    const places = files.flatMap(
      (file) => readFileSync(path.join(root, file), 'utf8').match(/\bkv\.put\b/g) ?? [],
    );
    expect(places).toHaveLength(24);
  });
});

describe('after a termination, an account', () => {
  test('has only the mark and what applications and the index have yet to receive, and then nothing', async () => {
    const ask = await fillAccount(world);
    world.elsewhere = () => new Response(null, { status: 503 });
    await ask('terminate', world.now);
    expect(kinds('Account', plid)).toEqual(['disclosures', 'events', 'phone', 'terminated']);
    world.elsewhere = () => new Response(null, { status: 202 });
    await world.advance(60, 6);
    expect(kinds('Account', plid)).toEqual(['phone', 'terminated']);
    await world.advance(terminatedAccountLifetime - 61, 2);
    expect(
      await ask('grant', { id: 'late', client_id: 'shop', asked: [], agreement, ...fromBrowser }, world.now),
    ).toEqual({
      outcome: 'terminated',
    });
    await world.advance(1, 2);
    expectNothing('Account', plid);
  });

  test('refuses every call about what it had', async () => {
    const ask = await fillAccount(world);
    await ask('terminate', world.now);
    const client_id = 'demoshop000000000001';
    const at = world.now + 1;
    expect(await ask('redeem', 'second', client_id, at)).toBe('unknown');
    expect(await ask('read', 'first', client_id, false, at)).toBeUndefined();
    const device = { id: 'new', client_id, device: 'first', generation: 0, asked: ['ci'] };
    expect(await ask('grantAutomatically', device, at)).toBe('refused');
    expect(await ask('cachedIdentity', 'held', at)).toBeUndefined();
    expect(await ask('overview', 'of the pages', at)).toBeUndefined();
    expect(
      await ask('endNoticed', { kind: 'new_browser', client_id, sign_in: 'first', at }, at),
    ).toMatchObject({
      ended: false,
    });
  });
});

describe('after an erasure, a number', () => {
  test('has only the time of its end, and nothing once no earlier sign-in can go on', async () => {
    const ask = await fillPhone(world);
    await ask('erase', world.now);
    expect(kinds('Phone', 'a number')).toEqual(['registration']);
    expect(await ask('stored')).toEqual({
      registration: { plid: undefined, since: world.now },
      requests: [],
    });
    await world.advance(maxSignInCookieLifetime - 1, 2);
    expect(kinds('Phone', 'a number')).toEqual(['registration']);
    await world.advance(1, 2);
    expectNothing('Phone', 'a number');
  });

  test('that had no registration keeps the same, so that an approval on the way is refused', async () => {
    const ask = askingOf(world, 'Phone', 'a number');
    await ask('admit', 'x', { caller: 'y', known: false }, world.now, 5, about);
    await ask('erase', world.now);
    expect(
      await ask('approve', { owner: 'o', carrier: 'S', sent: world.now - 1, signIn: 'one' }, world.now + 1),
    ).toBeUndefined();
    await world.advance(maxSignInCookieLifetime, 2);
    expectNothing('Phone', 'a number');
  });
});

test('of a number that its owner left, the requests stay until they no longer count', async () => {
  const ask = await fillPhone(world);
  await ask('leave', world.now);
  expect(kinds('Phone', 'a number')).toEqual(['forgotten browsers', 'registration', 'requests']);
  await world.advance(maxSignInCookieLifetime, 2);
  expect(kinds('Phone', 'a number')).toEqual(['forgotten browsers', 'requests']);
  await world.advance(denialCountPeriod, 2);
  expect(kinds('Phone', 'a number')).toEqual(['forgotten browsers']);
  await world.advance(knownBrowserLifetime, 2);
  expectNothing('Phone', 'a number');
});

test.each([['by another owner'], ['after the owner has left']])(
  'a registration %s has no value of the former one',
  async (how) => {
    const ask = await fillPhone(world);
    const rowOf = () =>
      (JSON.parse(stored())['Phone a number'] as { registration: Record<string, unknown>[] })
        .registration[0] ?? {};
    const former = rowOf();
    if (how.startsWith('after')) await ask('leave', world.now + 1);
    await ask(
      'approve',
      { owner: 'another', carrier: 'K', sent: world.now + 2, signIn: 'one' },
      world.now + 3,
    );
    const { id: _, ...row } = rowOf();
    for (const [column, value] of Object.entries(row)) expect(value, column).not.toBe(former[column]);
    expect(row).toMatchObject({ owner: 'another', carrier: 'K', reused: null, since: world.now + 3 });
  },
);

describe('after a disconnection, a user of the gateway', () => {
  test('has only marks until logout_tokens are delivered and no earlier sign-in can go on, and then nothing', async () => {
    const ask = await fillUser(world);
    world.elsewhere = () => new Response(null, { status: 503 });
    expect(await ask('disconnect', world.now, Date.now())).toEqual(['second']);
    expect(kinds('User', plid)).toEqual(['disconnected', 'listing', 'logouts']);
    await world.advance(1, 2);
    expect(kinds('User', plid)).toEqual(['disconnected', 'logouts']);
    world.elsewhere = () => new Response(null, { status: 200 });
    await world.advance(flowLifetime, 4);
    expectNothing('User', plid);
    expectNothing('User', 'number 1');
  });

  test('whose relying party never answers has nothing once the logout_token is given up', async () => {
    const ask = await fillUser(world);
    world.elsewhere = () => new Response(null, { status: 503 });
    await ask('disconnect', world.now, Date.now());
    for (let passed = 0; passed <= logoutRetryPeriod + 6 * 3_600; passed += 3_600)
      await world.advance(3_600, 1);
    expectNothing('User', plid);
  });

  test('whose application cannot handle it has nothing once the handler is given up', async () => {
    const ask = await fillUser(world);
    world.elsewhere = () => new Response(null, { status: 503 });
    const moment = Date.now();
    await ask('disconnect', world.now, moment, { type: 'disconnected', plid, moment });
    expect(kinds('User', plid)).toEqual(['departure', 'disconnected', 'listing', 'logouts']);
    for (let passed = 0; passed < departureRetryPeriod - day; passed += 21_600)
      await world.advance(21_600, 1);
    expect(kinds('User', plid)).toEqual(['departure']);
    await world.advance(2 * day, 2);
    expectNothing('User', plid);
  });
});

test('a user of the gateway who is not seen for RETENTION_DAYS is forgotten with every session, and not before', async () => {
  const ask = await fillUser(world);
  world.elsewhere = () => new Response(null, { status: 200 });
  await world.advance(365 * day - 1, 4);
  expect(await ask('stored')).toBeDefined();
  expect(kinds('User', plid)).toEqual(['listing', 'user']);
  await world.advance(1, 4);
  expectNothing('User', plid);
  expectNothing('User', 'number 1');
});

test('a user who moves to another number leaves the index of the former one', async () => {
  const ask = await fillUser(world);
  await world.advance(1, 2);
  const moved = signInOf('third', world.now, { revision: 2, number: { plid, index: 'number 2' } });
  await ask('signIn', moved, world.now);
  await world.advance(1, 2);
  expectNothing('User', 'number 1');
  expect(await askingOf(world, 'User', 'number 2')('listed')).toEqual([plid]);
});

test.each(['succeed', 'fail', 'neither'])(
  'a flow that ends in %s is gone minutes after it expires',
  async (end) => {
    const ask = askingOf(world, 'Flow', 'a flow');
    const expires = world.now + 600;
    await ask('claim', { status: 'exchanging', code: 'c', deadline: world.now + 30, expires }, world.now);
    if (end !== 'neither') await ask(end, end === 'fail' ? 'upstream_refused' : plid);
    await world.advance(600 + flowOutcomeLifetime - 1, 2);
    expect(await ask('outcome')).toBeDefined();
    await world.advance(1, 2);
    expectNothing('Flow', 'a flow');
  },
);

test('a pushed request that was used is forgotten when it has expired by every clock', async () => {
  const ask = askingOf(world, 'PushedRequest', 'a request');
  expect(await ask('use', world.now + usedRequestLifetime, world.now)).toBe(true);
  await world.advance(usedRequestLifetime - 1, 2);
  for (const _ of ['second', 'third']) expect(await ask('use', world.now + 1, world.now)).toBe(false);
  await world.advance(1, 2);
  expectNothing('PushedRequest', 'a request');
});

test('rows of the index of disclosures whose notice period is over are erased, and others stay', async () => {
  const ask = askingOf(world, 'Disclosures', '0');
  const row = { application: 'a', name: 'ended', sealed: 's', revision: 1, ended: world.now };
  const open = { ...row, name: 'open', ended: null };
  await ask(
    'put',
    [
      { row, former: [] },
      { row: open, former: [] },
    ],
    'key',
    world.now,
  );
  expect(tablesOf(disclosureMigrations)).toEqual(['disclosures']);
  await world.advance(3_651 * day, 2);
  expect(await ask('rows', { application: '', name: '' }, 10)).toEqual([open]);
  expect(kinds('Disclosures', '0')).toEqual(['disclosures', 'state']);
});

test('of a deleted application only its history and the mark of its deletion are left', async () => {
  const ask = askingOf(world, 'Application', 'shop');
  const application = {
    client_id: 'shop',
    name: 'Shop',
    attributes: ['ci'],
    secrets: [],
    created: world.now,
  };
  await ask('register', application, world.now, 'kim');
  const added = await ask('addReviewer', { digest: 'd', ends: world.now + day }, world.now, 'kim');
  const { id } = (added as { reviewer: { id: string } }).reviewer;
  await ask('checkReviewCode', id, ['wrong'], 'a network', world.now);
  expect(kinds('Application', 'shop')).toEqual(tablesOf(applicationMigrations));
  await ask('delete', world.now, 'kim');
  expect(kinds('Application', 'shop')).toEqual(['application', 'history']);
  expect(await ask('read')).toMatchObject({ client_id: 'shop', deleted: world.now });
});

test('an unused account has only consents and disclosures', async () => {
  await fillAccount(world);
  world.elsewhere = () => new Response(null, { status: 202 });
  await world.advance(automaticLoginLifetime, 4);
  expect(kinds('Account', plid)).toEqual([
    'consents',
    'disclosures',
    'earlier_consents',
    'ends',
    'phone',
    'sign-ins',
  ]);
});
