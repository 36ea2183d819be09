import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { linesWith } from '../support/assertions/log-lines.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { changeSubscriber, newSubscriber, noticesOn } from '../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, type Person, signIn } from '../support/fixtures/sign-in.ts';
import { applications, serviceSecrets } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const day = 86_400;
const deviceCookie = `__Host-plid-device-${applications.shop.client_id}`;
const foreign = {
  'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Accept-Language': 'ru',
};

/** A browser that logs in automatically, and its person. */
async function device(): Promise<{ browser: BrowserSession; person: Person }> {
  const [browser, person] = [new BrowserSession(world), await newSubscriber(world)];
  codeOf(await signIn(browser, world, person, { autoLogin: true }));
  return { browser, person };
}

/** A thief's browser, with only a copy of the cookie. */
function copyOf(browser: BrowserSession): BrowserSession {
  const thief = new BrowserSession(world, { headers: foreign });
  thief.setCookie(world.service, deviceCookie, browser.cookies(world.service).get(deviceCookie) ?? '');
  return thief;
}

/** A copy that was noticed. @returns the object of the user's number, and when it was seen, in seconds since 1970. */
async function copiedOne() {
  const { browser, person } = await device();
  const thief = copyOf(browser);
  await eachDay(browser, browser, thief);
  const { PHONE } = world.durableObjects;
  const key = Buffer.from(serviceSecrets.PHONE_KEY, 'base64');
  const name = createHmac('sha256', key).update(person.phoneNo).digest('hex');
  const phone = PHONE.getByName(name);
  const seen = await world.clock.now();
  await expect.poll(async () => (await phone.stored())?.registration?.reused).toBe(seen);
  return { phone, person, seen };
}

/** Whether a browser is logged in without a page. */
const logsIn = async (browser: BrowserSession) =>
  (await browser.get(authorizeUrl(world))).url.searchParams.has('code');

/** The results of logins by these browsers, a day apart. */
async function eachDay(...browsers: BrowserSession[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const browser of browsers) {
    await world.clock.advance(day);
    results.push(await logsIn(browser));
  }
  return results;
}

describe('a copied automatic login cookie', () => {
  test('ends for both if copy and original alternate, the copy first', async () => {
    const { browser } = await device();
    const thief = copyOf(browser);
    expect(await eachDay(thief, browser, thief, browser, thief)).toEqual([true, true, false, false, false]);
  });

  test('ends for both if copy and original alternate, the original first', async () => {
    const { browser } = await device();
    const thief = copyOf(browser);
    expect(await eachDay(browser, thief, browser, thief)).toEqual([true, true, false, false]);
  });

  test('ends without a sign-in if the original has been renewed', async () => {
    const { browser } = await device();
    const thief = copyOf(browser);
    expect(await eachDay(browser, browser, thief, browser)).toEqual([true, true, false, false]);
  });

  test("is noticed at the owner's next use if only the thief used it", async () => {
    const { browser } = await device();
    const thief = copyOf(browser);
    expect(await eachDay(thief, thief, browser, thief)).toEqual([true, true, false, false]);
  });

  test("is reported to the owner's phone, with nothing left to end", async () => {
    const { browser, person } = await device();
    const thief = copyOf(browser);
    await eachDay(browser, browser, thief);
    const newest = async () => (await noticesOn(world, person.phoneNo))[0];
    await expect.poll(newest).toMatchObject({
      kind: 'automatic_login_copied',
      application: 'Demo Shop',
      context: { browser: 'Firefox, Windows', knownBrowser: false, automaticLogin: false },
    });
    expect(await newest()).not.toHaveProperty('end');
  });

  test('is reported as an event, and marks the number for 30 days', async () => {
    const { phone, seen } = await copiedOne();
    const [noticed] = await linesWith(world, { 'events.automatic_login_copied': 1 });
    expect(noticed).toMatchObject({ client_id: applications.shop.client_id, person: expect.any(String) });
    const admitted = (later: number) =>
      phone.admit(`${later}`, { caller: 'a browser', known: true }, seen + later, 5, {
        client_id: 'shop',
        sign_in: `${later}`,
      });
    expect(await admitted(1)).toMatchObject({ reused: true });
    expect(await admitted(30 * day - 3)).toMatchObject({ reused: true });
    expect(await admitted(30 * day)).toMatchObject({ reused: false });
  });

  test("doesn't affect the number's next owner", async () => {
    const { phone, person } = await copiedOne();
    await changeSubscriber(world, person.phoneNo, { name: '나중온', birthdate: '010203' });
    codeOf(await signIn(new BrowserSession(world), world, { ...person, name: '나중온' }));
    expect((await phone.stored())?.registration).not.toHaveProperty('reused');
  });

  test('ends without a sign-in at its first use after ten days', async () => {
    const { browser } = await device();
    const thief = copyOf(browser);
    expect(await eachDay(...Array(10).fill(browser))).not.toContain(false);
    expect(await eachDay(thief, browser)).toEqual([false, false]);
  });
});
