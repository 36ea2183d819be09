import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { approveOn, newSubscriber } from '../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, signIn, steps, titleOf } from '../../support/fixtures/sign-in.ts';
import { accessTokenFor, jsonOf, requestUser } from '../../support/requests/service-requests.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const flags = {
  yes: { autoLoginYn: 'Y', autoStatusCheck: 'Y' },
  no: { autoLoginYn: 'N', autoStatusCheck: 'N' },
};
const boxOf = (page: Shown) => page.document.querySelector('input[name=autoLogin]');
const isTicked = (page: Shown) => boxOf(page)?.hasAttribute('checked');

async function userOf(page: Shown) {
  const answer = await requestUser(world, await accessTokenFor(world, { code: codeOf(page) }));
  return (await jsonOf(answer)).user;
}

async function isAutomatic(browser: BrowserSession): Promise<boolean> {
  return (await browser.get(authorizeUrl(world))).status === 302;
}

/** A user who has agreed to the demo shop before, in another browser, and is in a new browser now. */
async function knownPerson(query = {}) {
  const person = await newSubscriber(world);
  await signIn(new BrowserSession(world), world, person);
  await world.clock.advance(5);
  const browser = new BrowserSession(world);
  return { person, browser, page: await browser.get(authorizeUrl(world, query)) };
}

describe('automatic login, offered at every full sign-in on a device without it', () => {
  test('takes effect from the sign-in page if no consent page follows', async () => {
    const { person, browser, page } = await knownPerson();
    expect(isTicked(page)).toBe(false);
    expect(await userOf(await browser.submit(page, { ...person, autoLogin: 'Y' }))).toMatchObject(flags.yes);
    expect(await isAutomatic(browser)).toBe(true);
  });

  test("is offered again if it wasn't chosen", async () => {
    const { person, browser, page } = await knownPerson();
    expect(await userOf(await browser.submit(page, person))).toMatchObject(flags.no);
    expect(isTicked(await browser.get(authorizeUrl(world)))).toBe(false);
  });

  test.each([
    ['kept', {}, flags.yes],
    ['changed', { autoLogin: 'N' }, flags.no],
  ])('is shown as chosen on the consent page, where it can be %s', async (_, answer, expected) => {
    const browser = new BrowserSession(world);
    const page = await browser.get(authorizeUrl(world));
    const consent = await browser.submit(page, { ...(await newSubscriber(world)), autoLogin: 'Y' });
    expect([consent.url.pathname, isTicked(consent)]).toEqual([steps.consent, true]);
    expect(await userOf(await browser.submit(consent, answer))).toMatchObject(expected);
    expect(await isAutomatic(browser)).toBe(expected === flags.yes);
  });

  test('leaves no cookie in this browser after it has ended and is not chosen again', async () => {
    const { person, browser, page } = await knownPerson();
    const deviceCookies = () =>
      [...browser.cookies(world.service).keys()].filter((name) => name.includes('plid-device-'));
    const { plid = '' } = (await userOf(await browser.submit(page, { ...person, autoLogin: 'Y' }))) ?? {};
    expect(deviceCookies()).toHaveLength(1);
    const account = world.durableObjects.ACCOUNT.getByName(plid);
    const now = await world.clock.now();
    const [login] = await account.automaticLogins(now);
    await account.endAutomaticLogin(login?.client_id ?? '', login?.id ?? '', now);
    await world.clock.advance(60);
    const again = await browser.get(authorizeUrl(world));
    expect(await userOf(await browser.submit(again, person))).toMatchObject(flags.no);
    expect(deviceCookies()).toEqual([]);
  });

  test('stays checked on a form with errors', async () => {
    const { browser, page } = await knownPerson();
    expect(isTicked(await browser.submit(page, { name: '', autoLogin: 'Y' }))).toBe(true);
  });

  test("isn't chosen after it was unchecked on the repeated form", async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = new BrowserSession(world);
    const page = await browser.get(authorizeUrl(world));
    const waiting = await browser.submit(page, { ...person, autoLogin: 'Y' });
    const form = await browser.get(waiting.url.href.replace('/wait', '/sign-in'));
    expect(isTicked(form)).toBe(true);
    await browser.submit(form, { ...person, autoLogin: 'N' });
    await approveOn(world, person.phoneNo);
    expect(isTicked(await browser.get(waiting.url))).toBe(false);
  });

  test('is rejected as neither Y nor N', async () => {
    const { person, browser, page } = await knownPerson();
    const refused = await browser.submit(page, { ...person, autoLogin: 'yes' });
    expect([refused.status, titleOf(refused)]).toEqual([400, 'This request isn’t valid']);
  });
});

describe.each(['select_account', 'login'])('with prompt=%s automatic login', (prompt) => {
  test("isn't offered, even if the field is sent", async () => {
    const { person, browser, page } = await knownPerson({ prompt });
    expect(boxOf(page)).toBeNull();
    expect(await userOf(await browser.submit(page, { ...person, autoLogin: 'Y' }))).toMatchObject(flags.no);
    expect(await isAutomatic(browser)).toBe(false);
  });

  test("isn't offered on the consent page", async () => {
    const browser = new BrowserSession(world);
    const page = await browser.get(authorizeUrl(world, { prompt }));
    const consent = await browser.submit(page, await newSubscriber(world));
    expect([consent.url.pathname, boxOf(consent)]).toEqual([steps.consent, null]);
    expect(await userOf(await browser.submit(consent, { autoLogin: 'Y' }))).toMatchObject(flags.no);
  });

  test('of this device is neither renewed nor reported, and stays', async () => {
    const { person, browser, page } = await knownPerson();
    const { plid = '' } = (await userOf(await browser.submit(page, { ...person, autoLogin: 'Y' }))) ?? {};
    const { ACCOUNT } = world.durableObjects;
    const account = ACCOUNT.getByName(plid);
    const before = await account.automaticLogins(await world.clock.now());
    await world.clock.advance(100);
    const user = await userOf(await signIn(browser, world, person, { query: { prompt } }));
    expect(user).toMatchObject({ plid, gender: 'M', ...flags.no });
    expect(await account.automaticLogins(await world.clock.now())).toEqual(before);
    expect(await isAutomatic(browser)).toBe(true);
  });
});
