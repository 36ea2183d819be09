import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attributes } from '../../../../workers/core/protocol/user-record.ts';
import {
  disclosureInterval,
  lastDisclosureMargin,
} from '../../../../workers/service/settings/service-lifetimes.ts';
import { linesWith } from '../../../support/assertions/log-lines.ts';
import type { Observed } from '../../../support/assertions/observed-objects.ts';
import {
  affectedPage,
  affectedUsers,
  disclosed,
  fillIndex,
  indexObject,
  indexWritten,
  reason,
} from '../../../support/fixtures/affected-users.ts';
import { agreement, fromBrowser } from '../../../support/fixtures/agreement.ts';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import { account, grantAutomatically, grantSignIn } from '../../../support/fixtures/grants.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import { registerWithReviewer, reviewersToken } from '../../../support/fixtures/reviewers.ts';
import { codeOf, type Person, signIn } from '../../../support/fixtures/sign-in.ts';
import { sendPeopleRequest } from '../../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  jsonOf,
  requestDisconnect,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { applications, operatorName } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const { shop, bank } = applications;
const ofBank = { client_id: bank.client_id };
const day = 86_400;
const names = [...attributes].sort();

const now = () => world.clock.now();

describe('POST /admin/people/affected', () => {
  test('lists a user of an application with times and attribute names', async () => {
    const started = await now();
    const person = await newSubscriber(world);
    const code = codeOf(await signIn(new BrowserSession(world), world, person as Person));
    const { user } = await jsonOf(await requestUser(world, await accessTokenFor(world, { code })));
    const plid = user?.plid ?? '';
    await indexWritten(world, plid);
    const found = (await affectedUsers(world)).get(plid);
    expect(found).toEqual({
      plid,
      first: expect.any(Number),
      last: expect.any(Number),
      attributes: expect.arrayContaining(['ci', 'name', 'phoneNo']),
    });
    expect(found?.first).toBeGreaterThanOrEqual(started);
    expect(found?.last).toBeGreaterThanOrEqual(found?.first ?? Infinity);
    expect((await affectedPage(world)).started).toBeLessThanOrEqual(found?.first ?? 0);
    expect(await affectedUsers(world, ofBank)).not.toContainEqual(plid);
  });

  test("doesn't list a store reviewer, who isn't a real user", async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    await reviewersToken(world, application, reviewer);
    const person = await disclosed(world, {}, application);
    await indexWritten(world, reviewer.plid);
    await indexWritten(world, person);
    const found = await affectedUsers(world, { client_id: application.client_id });
    expect([found.has(person), found.has(reviewer.plid)]).toEqual([true, false]);
  });

  test('lists each application by itself', async () => {
    const both = await disclosed(world);
    await disclosed(world, { plid: both }, bank);
    const onlyBank = await disclosed(world, {}, bank);
    await indexWritten(world, both);
    await indexWritten(world, onlyBank);
    const [atShop, atBank] = [await affectedUsers(world), await affectedUsers(world, ofBank)];
    expect([atShop.has(both), atBank.has(both)]).toEqual([true, true]);
    expect([atShop.has(onlyBank), atBank.has(onlyBank)]).toEqual([false, true]);
  });

  test('lists a user for every period that overlaps the first and the last disclosure', async () => {
    const first = await now();
    const plid = await disclosed(world);
    await world.clock.advance(10 * day);
    const last = await now();
    await disclosed(world, { plid });
    await indexWritten(world, plid);
    const isListed = async (since: number, until: number) =>
      (await affectedUsers(world, { since, until })).has(plid);
    expect(await isListed(first - 5, first - 1)).toBe(false);
    expect(await isListed(first - 5, first + 5)).toBe(true);
    expect(await isListed(first + 3 * day, first + 4 * day)).toBe(true);
    expect(await isListed(last, last + 5)).toBe(true);
    // Another disclosure within a day isn't recorded.
    expect(await isListed(last + day, last + day + 5)).toBe(true);
    expect(await isListed(last + lastDisclosureMargin + 1, last + 90 * day)).toBe(false);
  });

  test('records another disclosure after a day, and a new attribute at once', async () => {
    const plid = randomUUID();
    const grant = async (asked: string[]) => {
      const id = randomUUID();
      const request = { id, client_id: shop.client_id, asked, identity: 'sealed', agreement, ...fromBrowser };
      await account(world, plid).grant(request as never, await now());
      await account(world, plid).redeem(id, shop.client_id, await now());
      await indexWritten(world, plid);
      return (await affectedUsers(world)).get(plid);
    };
    const started = await now();
    expect(await grant(['name'])).toMatchObject({ first: started, last: started, attributes: ['name'] });
    await world.clock.advance(10);
    expect(await grant(['name'])).toMatchObject({ last: started });
    expect(await grant(['ci'])).toMatchObject({ last: started + 10, attributes: ['ci', 'name'] });
    await world.clock.advance(disclosureInterval);
    const later = { first: started, last: started + 10 + disclosureInterval, attributes: ['ci', 'name'] };
    expect(await grant(['name'])).toMatchObject(later);
  });

  test('ignores an automatic login, which discloses only the plid', async () => {
    const first = await grantSignIn(world, { automaticLogin: 'Y' });
    await accessTokenFor(world, first);
    await indexWritten(world, first.plid);
    const listed = (await affectedUsers(world)).get(first.plid);
    await world.clock.advance(3 * day);
    await accessTokenFor(world, await grantAutomatically(world, first));
    await indexWritten(world, first.plid);
    expect((await affectedUsers(world)).get(first.plid)).toEqual(listed);
  });

  test("doesn't list a user whose code wasn't redeemed", async () => {
    const { plid } = await grantSignIn(world);
    await indexWritten(world, plid);
    expect((await affectedUsers(world)).has(plid)).toBe(false);
  });

  test('keeps the first disclosure if a user connects again', async () => {
    const first = await now();
    const plid = await disclosed(world);
    await requestDisconnect(world, { plid });
    await world.clock.advance(10 * day);
    await world.settled();
    await indexWritten(world, plid);
    expect((await affectedUsers(world)).get(plid)).toMatchObject({ ended: first });
    await disclosed(world, { plid });
    await indexWritten(world, plid);
    const connected = (await affectedUsers(world)).get(plid);
    expect(connected).toMatchObject({ first, last: first + 10 * day, attributes: names });
    expect(connected).not.toHaveProperty('ended');
  });

  test('signs users in while the index fails, logs it, and writes the row later', async () => {
    const plid = randomUUID();
    const object = await indexObject(world, plid);
    await object.failAlone('reset');
    await disclosed(world, { plid });
    const failed = { operation: 'writing the index of disclosures', level: 'error' };
    await expect.poll(async () => (await linesWith(world, failed)).length).toBeGreaterThan(0);
    await object.failAlone(undefined);
    expect((await affectedUsers(world)).has(plid)).toBe(false);
    await world.clock.advance(15);
    await world.settled();
    await indexWritten(world, plid);
    expect((await affectedUsers(world)).has(plid)).toBe(true);
  });

  test('lists many users on several pages, each user once', async () => {
    await fillIndex(world, 2_500);
    const plids: string[] = [];
    let pages = 0;
    let cursor: string | undefined;
    do {
      const page = await affectedPage(world, { since: 1_500, until: 1_600, ...(cursor && { cursor }) });
      plids.push(...page.people.map(({ plid }) => plid));
      cursor = page.cursor;
      pages += 1;
    } while (cursor !== undefined);
    expect(pages).toBeGreaterThan(2);
    expect([plids.length, new Set(plids).size]).toEqual([2_500, 2_500]);
  });

  test('logs who listed which application, and why', async () => {
    await affectedPage(world, ofBank);
    const line = { 'events.affected_listed': 1, client_id: bank.client_id, access_reason: reason };
    expect((await linesWith(world, line)).map(({ token }) => token)).toContain(operatorName);
  });

  test.each([
    [{ client_id: 'short' }, 'client_id'],
    [{ since: -1 }, 'since'],
    [{ until: 1.5 }, 'until'],
    [{ reason: undefined }, 'reason'],
    [{ cursor: 'forged' }, 'cursor'],
  ])('refuses %j', async (fields, item) => {
    const good = { client_id: shop.client_id, since: 0, until: 1, reason };
    const response = await sendPeopleRequest(world, 'affected', { ...good, ...fields });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(item)]);
  });
});

test('people show lists what was disclosed, until the notice period ends', async () => {
  const plid = await disclosed(world);
  const at = await now();
  const show = async () =>
    (await sendPeopleRequest(world, 'show', { plid })).json<{ disclosures: object[] }>();
  const disclosure = {
    client_id: shop.client_id,
    application: 'Demo Shop',
    first: at,
    last: at,
    attributes: names,
  };
  expect((await show()).disclosures).toEqual([disclosure]);
  await requestDisconnect(world, { plid });
  expect((await show()).disclosures).toEqual([{ ...disclosure, ended: at }]);
  await world.clock.advance(90 * day + 1);
  await world.settled();
  await expect.poll(async () => (await show()).disclosures).toEqual([]);
  expect(await (account(world, plid) as unknown as Observed).atRest()).toMatchObject({ alarm: null });
});
