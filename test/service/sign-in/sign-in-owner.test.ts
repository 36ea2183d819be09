import { describe, expect, test } from 'vitest';
import { linesWith } from '../../support/assertions/log-lines.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import {
  approveFirstOn,
  changeSubscriber,
  leaveApp,
  newSubscriber,
  registerAgain,
} from '../../support/fixtures/phones.ts';
import {
  authorizeUrl,
  codeOf,
  flowOf,
  type Person,
  signIn,
  steps,
  titleOf,
} from '../../support/fixtures/sign-in.ts';
import { reportSubscriber } from '../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  decryptField,
  jsonOf,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { copyOf } from '../support/browser-copies.ts';

const world = useWorld({ half: 'service' });

const { shop } = applications;

async function tokenOf(page: Shown) {
  const token = await accessTokenFor(world, { code: codeOf(page) });
  const { user } = await jsonOf(await requestUser(world, token));
  return { token, plid: user?.plid ?? '', name: decryptField(user?.name ?? '', shop.client_secret) };
}

/** The carrier gives the number of a user with automatic login to another person, without a report. */
async function changeHands(former: Person, name = '나중온') {
  await changeSubscriber(world, former.phoneNo, { name, birthdate: '010203' });
  await world.clock.advance(5);
  return { ...former, name };
}

test('a user who leaves while the consent page is open gets no code', async () => {
  const person = await newSubscriber(world);
  const browser = new BrowserSession(world);
  const consent = await browser.submit(await browser.get(authorizeUrl(world)), person);
  expect(consent.url.pathname).toBe(steps.consent);
  const leaving = await reportSubscriber(world, 'leave', { phoneNo: person.phoneNo });
  expect(leaving.status).toBe(200);
  const ended = await browser.submit(consent);
  expect(ended.url.origin + ended.url.pathname).not.toBe(shop.redirect_uri);
  expect(titleOf(ended)).toBe('This number is no longer registered in the app');
});

describe('a number whose owner changed without notice from the carrier (§2.1)', () => {
  test('has a new user with their own consent page and plid', async () => {
    const former = await newSubscriber(world);
    const before = await tokenOf(await signIn(new BrowserSession(world), world, former));
    const owner = await changeHands(former);
    const browser = new BrowserSession(world);
    const consent = await browser.submit(await browser.get(authorizeUrl(world)), owner);
    expect(consent.url.pathname).toBe(steps.consent);
    const after = await tokenOf(await browser.submit(consent));
    expect(after.name).toBe('나중온');
    expect(after.plid).not.toBe(before.plid);
    await world.clock.advance(5);
    const again = await tokenOf(await signIn(new BrowserSession(world), world, owner));
    expect(again.plid).toBe(after.plid);
  });

  test("ends the former owner's device, token, code, and plid", async () => {
    const former = await newSubscriber(world);
    const device = new BrowserSession(world);
    const { token, plid } = await tokenOf(await signIn(device, world, former, { autoLogin: true }));
    const code = codeOf(await device.get(authorizeUrl(world)));
    await signIn(new BrowserSession(world), world, await changeHands(former));
    expect((await device.get(authorizeUrl(world))).document.querySelector('#phoneNo')).not.toBeNull();
    expect((await requestToken(world, { code })).status).toBe(500);
    expect((await requestUser(world, token)).status).toBe(401);
    expect((await requestDisconnect(world, { plid })).status).toBe(400);
    expect(await linesWith(world, { 'events.number_changed_hands': 1 })).not.toEqual([]);
  });

  test("can't be taken back by the former owner's earlier approval", async () => {
    const former = await newSubscriber(world, 'waits');
    const late = new BrowserSession(world);
    const waiting = await late.submit(await late.get(authorizeUrl(world)), former);
    const owner = await changeHands(former);
    const { plid, token } = await tokenOf(await signIn(new BrowserSession(world), world, owner));
    await changeSubscriber(world, former.phoneNo, { name: former.name, birthdate: '950315' });
    await approveFirstOn(world, former.phoneNo);
    const refused = await late.get(waiting.url);
    expect([refused.url.searchParams.get('error'), refused.url.searchParams.has('code')]).toEqual([
      'access_denied',
      false,
    ]);
    expect((await jsonOf(await requestUser(world, token))).user?.plid).toBe(plid);
  });

  test('has no change if the same person approves again', async () => {
    const person = await newSubscriber(world);
    const { plid } = await tokenOf(await signIn(new BrowserSession(world), world, person));
    await world.clock.advance(5);
    expect((await tokenOf(await signIn(new BrowserSession(world), world, person))).plid).toBe(plid);
  });
});

describe('an early copy of a sign-in cookie restores nothing', () => {
  /** A sign-in that has ended, and copies of its browser from before. */
  async function finished() {
    const person = await newSubscriber(world);
    const browser = new BrowserSession(world);
    const page = await browser.get(authorizeUrl(world));
    const consent = await browser.submit(page, person);
    const copy = copyOf(browser, world);
    const end = await browser.submit(consent);
    return { person, consent, copy, code: codeOf(end), passTime: world.clock.advance };
  }
  const ages = [1, 66, 500];

  test.each(ages)('after a disconnect, %i s later', async (age) => {
    const { consent, copy, code, passTime } = await finished();
    const { plid } = await tokenOf({ url: new URL(`https://x.example/?code=${code}`) } as Shown);
    await requestDisconnect(world, { plid });
    await passTime(age);
    expect(titleOf(await copy.submit(consent))).toBe('This sign-in is finished');
  });

  test.each(ages)('after a disconnect with an unused code, %i s later', async (age) => {
    const { person, consent, copy, passTime } = await finished();
    await world.clock.advance(5);
    const { plid } = await tokenOf(await signIn(new BrowserSession(world), world, person));
    await requestDisconnect(world, { plid });
    await passTime(age);
    expect(titleOf(await copy.submit(consent))).toBe('This sign-in is finished');
  });

  test.each(ages)('after its code was sent twice, %i s later', async (age) => {
    const { consent, copy, code, passTime } = await finished();
    await accessTokenFor(world, { code });
    expect((await requestToken(world, { code })).status).toBe(500);
    await passTime(age);
    expect(titleOf(await copy.submit(consent))).toBe('This sign-in is finished');
  });

  test('after its code has expired', async () => {
    const { consent, copy, passTime } = await finished();
    await passTime(70);
    expect(titleOf(await copy.submit(consent))).toBe('This sign-in is finished');
  });

  test.each(ages)('after the user left and returned, %i s later', async (age) => {
    const { person, consent, copy, passTime } = await finished();
    await leaveApp(world, person.phoneNo);
    await registerAgain(world, person.phoneNo);
    await passTime(age);
    expect(titleOf(await copy.submit(consent))).toBe('This number is no longer registered in the app');
  });

  test('from before the approval, after the user left and returned', async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = new BrowserSession(world);
    const waiting = await browser.submit(await browser.get(authorizeUrl(world)), person);
    const copy = copyOf(browser, world);
    await approveFirstOn(world, person.phoneNo);
    const consent = await browser.get(waiting.url);
    codeOf(await browser.submit(consent));
    await world.clock.advance(5);
    await leaveApp(world, person.phoneNo);
    await registerAgain(world, person.phoneNo);
    const page = await copy.get(waiting.url);
    expect([page.status, titleOf(page)]).toEqual([400, 'This number is no longer registered in the app']);
    expect(flowOf(page)).toBe(flowOf(consent));
  });
});

test('an ended account that its number still names is replaced once', async () => {
  const { PHONE } = world.durableObjects;
  const phone = PHONE.getByName('a number of its own');
  const now = await world.clock.now();
  const approval = { owner: 'an owner', carrier: 'S', sent: now, signIn: 'a sign-in' };
  const ended = await phone.approve(approval, now);
  const next = await phone.replace(ended.plid, approval, now);
  expect(next).toEqual({ plid: expect.any(String), registration: 'made' });
  expect(next.plid).not.toBe(ended.plid);
  expect(await phone.replace(ended.plid, approval, now)).toEqual({ plid: next.plid, registration: 'kept' });
});
