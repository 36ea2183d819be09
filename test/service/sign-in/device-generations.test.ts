import { parseSetCookie } from 'cookie';
import { describe, expect, test } from 'vitest';
import type { Observed } from '../../support/assertions/observed-objects.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { account } from '../../support/fixtures/grants.ts';
import { newSubscriber } from '../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, signIn } from '../../support/fixtures/sign-in.ts';
import { accessTokenFor, jsonOf, requestUser } from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const day = 86_400;
const deviceCookie = `__Host-plid-device-${applications.shop.client_id}`;

/** A browser that logs in automatically since a day, and has done so once. */
async function device() {
  const browser = new BrowserSession(world);
  const first = await signIn(browser, world, await newSubscriber(world), { autoLogin: true });
  const { user } = await jsonOf(
    await requestUser(world, await accessTokenFor(world, { code: codeOf(first) })),
  );
  await world.clock.advance(day);
  codeOf(await open(browser));
  await world.clock.advance(day);
  return { browser, plid: user?.plid ?? '' };
}

const open = (browser: BrowserSession, query = {}, headers = {}): Promise<Shown> =>
  browser.get(authorizeUrl(world, query), headers);
const logsIn = async (browser: BrowserSession) => (await open(browser)).url.searchParams.has('code');
const cookieIn = (browser: BrowserSession) => browser.cookies(world.service).get(deviceCookie);
const renewalIn = (page: Shown) =>
  page.headers
    .getSetCookie()
    .map((header) => parseSetCookie(header))
    .find(({ name }) => name === deviceCookie);

/** Still logs in, on each of the next days. */
async function expectUnharmed(browser: BrowserSession): Promise<void> {
  for (let login = 0; login < 3; login += 1) {
    expect(await logsIn(browser)).toBe(true);
    await world.clock.advance(day);
  }
}

describe('the cookie of an automatic login', () => {
  test('is replaced after each use, and lasts no longer than the automatic login', async () => {
    const { browser } = await device();
    const before = cookieIn(browser);
    const renewal = renewalIn(await open(browser));
    expect(renewal).toMatchObject({ maxAge: 12 * day, httpOnly: true, secure: true, sameSite: 'lax' });
    expect(renewal?.value).not.toBe(before);
  });

  test('stays for a minute after it was renewed', async () => {
    const { browser } = await device();
    await open(browser);
    await world.clock.advance(59);
    expect(renewalIn(await open(browser))).toBeUndefined();
    await world.clock.advance(1);
    expect(renewalIn(await open(browser))).toBeDefined();
  });

  test('stays if a full sign-in is requested', async () => {
    const { browser } = await device();
    expect(renewalIn(await open(browser, { prompt: 'login' }))).toBeUndefined();
    await expectUnharmed(browser);
  });
});

describe('no false alarm is caused by', () => {
  test.each([1, 59, 61, day])(
    'a lost response, with the same cookie again after %i seconds',
    async (later) => {
      const { browser } = await device();
      for (let login = 0; login < 3; login += 1) {
        expect(await logsIn(browser.copy())).toBe(true);
        await world.clock.advance(later);
      }
      await expectUnharmed(browser);
    },
  );

  test('a browser that crashed after a sign-in and restores its cookies', async () => {
    const { browser } = await device();
    const saved = browser.copy();
    expect(await logsIn(browser)).toBe(true);
    await world.clock.advance(30);
    expect(await logsIn(browser)).toBe(true);
    await world.clock.advance(day);
    await expectUnharmed(saved);
  });

  test('ten restored tabs whose responses arrive in any order', async () => {
    const { browser } = await device();
    const before = browser.copy();
    const tabs = await Promise.all(Array.from({ length: 10 }, () => open(before.copy())));
    expect(new Set(tabs.map((page) => codeOf(page))).size).toBe(10);
    for (const page of [tabs[9], tabs[4], tabs[0]]) {
      const late = before.copy();
      late.setCookie(world.service, deviceCookie, (page && renewalIn(page)?.value) ?? '');
      expect(await logsIn(late)).toBe(true);
    }
    await world.clock.advance(59);
    expect(await logsIn(before.copy())).toBe(true);
    browser.setCookie(world.service, deviceCookie, (tabs[3] && renewalIn(tabs[3])?.value) ?? '');
    await world.clock.advance(1);
    await expectUnharmed(browser);
  });

  test.each([
    ['a frame', { 'Sec-Fetch-Dest': 'iframe' }],
    ['a page that is fetched ahead', { 'Sec-Purpose': 'prefetch' }],
  ])("%s, which doesn't renew it", async (_, headers) => {
    const { browser } = await device();
    for (let look = 0; look < 3; look += 1) {
      expect(renewalIn(await open(browser, {}, headers))).toBeUndefined();
      await world.clock.advance(61);
    }
    await expectUnharmed(browser);
  });

  test('a short outage of the service', async () => {
    const { browser, plid } = await device();
    const stored = async () => account(world, plid) as unknown as Observed;
    await (await stored()).failAlone('reset');
    expect((await open(browser)).status).toBe(503);
    await (await stored()).failAlone(undefined);
    await expectUnharmed(browser);
  });
});
