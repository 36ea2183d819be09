import { afterEach, beforeEach, expect, test } from 'vitest';
import { wrongReviewCodesPeriod } from '../../../workers/service/settings/service-lifetimes.ts';
import { contentsOf, NumberedWorld } from '../../effects/support/numbered-world.ts';
import { type StoredPerson, storeUser } from '../../effects/support/stored-user.ts';
import { applications } from '../../support/world/test-settings.ts';

const { client_id } = applications.shop;
let world: NumberedWorld;
let person: StoredPerson;
beforeEach(async () => {
  world = new NumberedWorld();
  person = await storeUser(world);
});
afterEach(() => world.close());

const phone = (method: string, ...parameters: unknown[]) =>
  world.objects.ask('Phone', person.phone, method, ...parameters);
const account = (method: string, ...parameters: unknown[]) =>
  world.objects.ask('Account', person.plid, method, ...parameters);
const browser = { caller: 'a browser', known: true, since: 0, address: 'an address', network: 'a network' };
const agreement = { refused: [], terms: 'terms', version: 1, language: 'ko', words: 1 };
const signedIn = { identity: 'sealed', agent: 'Chrome', from: { known: false } };
const about = (sign_in: string) => ({ client_id, sign_in });
const admit = (id: string, from: object) =>
  phone('admit', id, from, world.now, 5, about(id)) as Promise<{ known: boolean }>;

test('a denial that was counted stays when its request is released', async () => {
  await admit('one', { caller: 'x', known: false, network: 'n' });
  await phone('denied', 'one', 'not me', world.now);
  await phone('release', 'one');
  expect(await phone('stored')).toMatchObject({ requests: [{ status: 'denied' }] });
});

test("a request keeps whether it replaced another browser's, and how often it was sent again", async () => {
  const marks = () =>
    world.objects
      .storages()
      .get(`Phone ${person.phone}`)
      ?.sql.exec('SELECT id, replaced_other, resends FROM requests ORDER BY sent')
      .toArray();
  const known = { ...browser, since: world.now - 10 };
  await admit('one', { caller: 'x', known: false, network: 'n' });
  world.now += 30;
  await admit('two', known);
  expect(marks()).toEqual([
    { id: 'one', replaced_other: 0, resends: 0 },
    { id: 'two', replaced_other: 1, resends: 0 },
  ]);
  world.now += 30;
  await phone('admit', 'three', known, world.now, 5, about('two'));
  expect(marks()).toEqual([
    { id: 'one', replaced_other: 0, resends: 0 },
    { id: 'three', replaced_other: 0, resends: 1 },
  ]);
});

test('a known browser is forgotten by a denial of its request, and not by a wrong number', async () => {
  const since = world.now - 10;
  await admit('one', { ...browser, since });
  await phone('denied', 'one', undefined, world.now);
  world.now += 86_400;
  expect(await admit('two', { ...browser, since })).toMatchObject({ known: true });
  await phone('denied', 'two', 'not me', world.now);
  world.now += 2 * 86_400;
  expect(await admit('three', { ...browser, since })).toMatchObject({ known: false });
});

test('a browser whose last sign-in was in the second in which it is forgotten is not known', async () => {
  await phone('forgetBrowser', browser.caller, world.now);
  const later = world.now + 2 * 86_400;
  const judged = (since: number) =>
    phone('admit', `of ${since}`, { ...browser, since }, later + since - world.now, 5, about(`of ${since}`));
  expect(await judged(world.now)).toMatchObject({ known: false });
  expect(await judged(world.now + 100)).toMatchObject({ known: true });
});

test('an account forgets its number only after it has ended', async () => {
  const stored = async () => ((await account('stored', world.now)) as { phone?: string }).phone;
  await account('forgetPhone');
  expect(await stored()).toBe(person.phone);
  await account('terminate', world.now);
  expect(await stored()).toBe(person.phone);
  await account('forgetPhone');
  expect(await stored()).toBeUndefined();
});

test('a sign-in that waits for the consent is stored under its public name only', async () => {
  const id = '1800000600-AbCdEfGhIjKlMnOpQrStUv-demoshop000000000001';
  const request = {
    id,
    client_id,
    asked: ['ci'],
    optional: [],
    terms: { ko: 'a', en: 'b' },
    ...signedIn,
  };
  const openid = { scope: 'openid', redirect: 'r' };
  expect(await account('grant', request, world.now)).toEqual({
    outcome: 'unconsented',
  });
  await account('grant', { ...request, id: id.replace('Ab', 'Cd'), agreement, openid }, world.now);
  const storage = world.objects.storages().get(`Account ${person.plid}`);
  const keys = storage?.kv.list({ prefix: 'held ' }).map(([key]) => key) ?? [];
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(key).toMatch(/^held (?:openid )?[\w-]{11}$/);
});

test('a review that has ended between the code and the grant grants nothing', async () => {
  const request = { ...signedIn, id: 'late', client_id, asked: [], agreement };
  expect(await account('grant', { ...request, ends: world.now }, world.now)).toEqual({
    outcome: 'terminated',
  });
  expect(await account('grant', { ...request, ends: world.now + 1 }, world.now)).toMatchObject({
    outcome: 'granted',
  });
});

test('wrong codes of reviewers are deleted after their hour, without any further code', async () => {
  const ask = (method: string, ...parameters: unknown[]) =>
    world.objects.ask('Application', client_id, method, ...parameters);
  const ends = world.now + 86_400;
  const added = (await ask('addReviewer', { digest: 'd', ends }, world.now, 'by')) as {
    reviewer: { id: string };
  };
  await world.advance(10);
  await ask('checkReviewCode', added.reviewer.id, ['wrong'], 'a network', world.now);
  const storage = world.objects.storages().get(`Application ${client_id}`);
  if (storage === undefined) throw new Error('The application is not stored');
  expect(contentsOf(storage)).toHaveProperty('wrong_review_codes');
  expect(storage.alarm).not.toBeNull();
  await world.advance(wrongReviewCodesPeriod);
  expect(contentsOf(storage)).not.toHaveProperty('wrong_review_codes');
  expect(storage.alarm).toBeNull();
});
