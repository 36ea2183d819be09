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

/** A person who has agreed to the demo shop before, in another browser, and is in a new browser now. */
async function knownPerson(query = {}) {
  const person = await newSubscriber(world);
  await signIn(new BrowserSession(world), world, person);
  await world.clock.advance(5);
  const browser = new BrowserSession(world);
  return { person, browser, page: await browser.get(authorizeUrl(world, query)) };
}

describe('automatic login is offered at every full sign-in on a device that has none', () => {
  test('chosen on the sign-in page it takes effect where no consent page follows', async () => {
    const { person, browser, page } = await knownPerson();
    expect(isTicked(page)).toBe(false);
    expect(await userOf(await browser.submit(page, { ...person, autoLogin: 'Y' }))).toMatchObject(flags.yes);
    expect(await isAutomatic(browser)).toBe(true);
  });

  test('not chosen, it is offered again the next time', async () => {
    const { person, browser, page } = await knownPerson();
    expect(await userOf(await browser.submit(page, person))).toMatchObject(flags.no);
    expect(isTicked(await browser.get(authorizeUrl(world)))).toBe(false);
  });

  test.each([
    ['kept', {}, flags.yes],
    ['changed', { autoLogin: 'N' }, flags.no],
  ])('the consent page shows it as chosen, where it can be %s', async (_, answer, expected) => {
    const browser = new BrowserSession(world);
    const page = await browser.get(authorizeUrl(world));
    const consent = await browser.submit(page, { ...(await newSubscriber(world)), autoLogin: 'Y' });
    expect([consent.url.pathname, isTicked(consent)]).toEqual([steps.consent, true]);
    expect(await userOf(await browser.submit(consent, answer))).toMatchObject(expected);
    expect(await isAutomatic(browser)).toBe(expected === flags.yes);
  });

  test('it stays ticked on a form that comes back with errors', async () => {
    const { browser, page } = await knownPerson();
    expect(isTicked(await browser.submit(page, { name: '', autoLogin: 'Y' }))).toBe(true);
  });

  test('unticked on the form that the waiting page leads back to, it is not chosen any more', async () => {
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

  test('a value that is neither Y nor N is refused', async () => {
    const { person, browser, page } = await knownPerson();
    const refused = await browser.submit(page, { ...person, autoLogin: 'yes' });
    expect([refused.status, titleOf(refused)]).toEqual([400, 'This request isn’t valid']);
  });
});

describe.each(['select_account', 'login'])('prompt=%s asks for the identity each time', (prompt) => {
  test('automatic login is not offered, not even to who sends the field', async () => {
    const { person, browser, page } = await knownPerson({ prompt });
    expect(boxOf(page)).toBeNull();
    expect(await userOf(await browser.submit(page, { ...person, autoLogin: 'Y' }))).toMatchObject(flags.no);
    expect(await isAutomatic(browser)).toBe(false);
  });

  test('nor on the consent page', async () => {
    const browser = new BrowserSession(world);
    const page = await browser.get(authorizeUrl(world, { prompt }));
    const consent = await browser.submit(page, await newSubscriber(world));
    expect([consent.url.pathname, boxOf(consent)]).toEqual([steps.consent, null]);
    expect(await userOf(await browser.submit(consent, { autoLogin: 'Y' }))).toMatchObject(flags.no);
  });

  test('one that this device has is neither renewed nor reported, and stays for other requests', async () => {
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
