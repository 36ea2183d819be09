import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accountSession, noticeLink } from '../../../../workers/service/settings/service-sealed-types.ts';
import { linesWith } from '../../../support/assertions/log-lines.ts';
import { signInToAccount } from '../../../support/fixtures/account-pages.ts';
import { BrowserSession, type Shown } from '../../../support/fixtures/browser-session.ts';
import { account } from '../../../support/fixtures/grants.ts';
import { endsOn, newSubscriber } from '../../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, signIn, titleOf } from '../../../support/fixtures/sign-in.ts';
import { accessTokenFor, jsonOf, requestUser } from '../../../support/requests/service-requests.ts';
import { applications, serviceKeys } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const { shop } = applications;
const endForm = 'form[action="/account/end"]';
const ended = 'Done.';
const over = 'This notice was already handled';

/** A user who has signed in at the shop with automatic login, and the addresses in the notices on their phone. */
async function signedIn() {
  const person = await newSubscriber(world);
  const browser = new BrowserSession(world);
  const token = await accessTokenFor(world, {
    code: codeOf(await signIn(browser, world, person, { autoLogin: true })),
  });
  const { user } = await jsonOf(await requestUser(world, token));
  return { person, browser, token, plid: user?.plid ?? '', ends: await endsOn(world, person.phoneNo, 3) };
}

/** Opens the address of a notice in another browser, and presses its button. */
async function press(end: string | undefined): Promise<Shown> {
  const phone = new BrowserSession(world);
  return phone.submit(await phone.get(end ?? ''), {}, endForm);
}

/** Everything in an account that an end could touch. */
async function contentOf(plid: string) {
  const stored = await account(world, plid).stored(await world.clock.now());
  const { consents, automaticLogins, grants, events, signIns } = stored ?? {};
  return { consents, automaticLogins, grants, events, signIns };
}
const isAutomatic = async (browser: BrowserSession) =>
  (await browser.get(authorizeUrl(world))).status === 302;

describe('the link in a notice', () => {
  test.each([
    ['new_browser', 'Sign the new device out of Demo Shop?'],
    ['automatic_login', 'Switch off automatic sign-in for Demo Shop?'],
    ['consent', 'Disconnect Demo Shop?'],
  ])('of %s describes what it would end in both languages, and changes nothing', async (kind, title) => {
    const { ends, plid } = await signedIn();
    const before = await contentOf(plid);
    const page = await new BrowserSession(world).get(ends[kind] ?? '');
    expect([page.status, titleOf(page)]).toEqual([200, title]);
    expect(page.document.querySelectorAll(endForm)).toHaveLength(1);
    const korean = await new BrowserSession(world, { headers: { 'Accept-Language': 'ko' } }).get(
      ends[kind] ?? '',
    );
    expect(titleOf(korean)).toMatch(/^Demo Shop.+까요\?$/);
    expect(await contentOf(plid)).toEqual(before);
  });

  test("gives no session and no cookie, and doesn't open the account page", async () => {
    const { ends } = await signedIn();
    expect(Object.keys(ends)).toHaveLength(3);
    for (const end of Object.values(ends)) {
      const browser = new BrowserSession(world);
      const done = await browser.submit(await browser.get(end), {}, endForm);
      expect(done.text).toContain('Continue with my phone number');
      expect([...browser.cookies(world.service).keys()]).toEqual([]);
    }
  });

  test.each([
    ['cut', (notice: string) => notice.slice(0, -4)],
    ['made up', () => 'x.y.z'],
    ['missing', () => ''],
    ['a session', () => accountSession.seal(serviceKeys, { plid: randomUUID(), grant: 'g' }, 2 ** 33)],
  ])('that is %s ends nothing and says so', async (_, change) => {
    const { ends, plid } = await signedIn();
    const notice = new URL(ends.consent ?? '').searchParams.get('notice') ?? '';
    const before = await contentOf(plid);
    const [browser, changed] = [new BrowserSession(world), await change(notice)];
    const page = await browser.get(`${world.service}/account/end?notice=${changed}`);
    expect(page.text).toContain(over);
    const form = await browser.get(ends.consent ?? '');
    const posted = await browser.submit(form, { notice: changed }, endForm);
    expect(posted.text).toMatch(changed === '' ? /request isn’t valid/ : over);
    expect(await contentOf(plid)).toEqual(before);
  });

  test('is valid for 30 days', async () => {
    const { ends } = await signedIn();
    await world.clock.advance(30 * 86_400 - 60);
    expect(
      (await new BrowserSession(world).get(ends.consent ?? '')).document.querySelector(endForm),
    ).not.toBeNull();
    await world.clock.advance(60);
    expect((await new BrowserSession(world).get(ends.consent ?? '')).text).toContain(over);
  });

  test("isn't accepted as a session or code", async () => {
    const { ends } = await signedIn();
    const notice = new URL(ends.new_browser ?? '').searchParams.get('notice') ?? '';
    const browser = new BrowserSession(world);
    browser.setCookie(world.service, '__Host-plid-account', notice);
    expect((await browser.get(`${world.service}/account`)).text).toContain('Continue with my phone number');
  });

  test("can't be confirmed by another site's page", async () => {
    const { ends, plid } = await signedIn();
    const before = await contentOf(plid);
    const notice = new URL(ends.consent ?? '').searchParams.get('notice') ?? '';
    const answer = await world.fetch(`${world.service}/account/end`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ notice }).toString(),
    });
    expect(answer.status).toBe(400);
    expect(await contentOf(plid)).toEqual(before);
  });
});

describe("confirming a notice's link", () => {
  test('about a new browser ends its sign-in and automatic login, with an event', async () => {
    const { ends, browser, token, plid } = await signedIn();
    const before = await contentOf(plid);
    expect((await press(ends.new_browser)).text).toContain(ended);
    expect((await requestUser(world, token)).status).toBe(401);
    expect(await isAutomatic(browser)).toBe(false);
    const after = await contentOf(plid);
    expect(after).toMatchObject({ consents: before.consents, automaticLogins: [], signIns: before.signIns });
    const [event] = await linesWith(world, { 'events.sign_in_ended': 1 });
    expect(event).toMatchObject({ client_id: shop.client_id, worker: 'service-account' });
  });

  test('about a new browser again ends no later sign-in and no later automatic login', async () => {
    const { ends, browser, person, plid } = await signedIn();
    await press(ends.new_browser);
    await world.clock.advance(86_460);
    const code = codeOf(await signIn(browser, world, person, { autoLogin: true }));
    const token = await accessTokenFor(world, { code });
    const before = await contentOf(plid);
    expect((await press(ends.new_browser)).text).toContain(over);
    expect(await contentOf(plid)).toEqual(before);
    expect((await requestUser(world, token)).status).toBe(200);
    expect(await isAutomatic(browser)).toBe(true);
  });

  test('about a sign-in to /account closes the page', async () => {
    const person = await newSubscriber(world);
    const browser = new BrowserSession(world);
    expect((await signInToAccount(browser, world, person)).text).toContain('Sign out');
    const { new_browser } = await endsOn(world, person.phoneNo, 1);
    expect((await press(new_browser)).text).toContain(ended);
    expect((await browser.get(`${world.service}/account`)).text).not.toContain('Sign out');
  });

  test('about automatic login ends it on that device, once', async () => {
    const { ends, browser, token, plid, person } = await signedIn();
    await world.clock.advance(60);
    const tablet = new BrowserSession(world);
    codeOf(await signIn(tablet, world, person, { autoLogin: true }));
    expect((await press(ends.automatic_login)).text).toContain(ended);
    expect([await isAutomatic(browser), await isAutomatic(tablet)]).toEqual([false, true]);
    expect((await requestUser(world, token)).status).toBe(200);
    const before = await contentOf(plid);
    expect((await press(ends.automatic_login)).text).toContain(over);
    expect(await contentOf(plid)).toEqual(before);
  });

  test('about a consent ends the connection, but not a later consent', async () => {
    const { ends, browser, token, plid, person } = await signedIn();
    expect((await press(ends.consent)).text).toContain(ended);
    expect((await requestUser(world, token)).status).toBe(401);
    expect(await contentOf(plid)).toMatchObject({ consents: [], automaticLogins: [] });
    await world.clock.advance(60);
    codeOf(await signIn(browser, world, person));
    const before = await contentOf(plid);
    expect(before.consents).toHaveLength(1);
    expect((await press(ends.consent)).text).toContain(over);
    expect(await contentOf(plid)).toEqual(before);
  });

  test("of a user who has left ends nothing of the number's next owner", async () => {
    const value = { kind: 'new_browser' as const, plid: randomUUID(), client_id: shop.client_id };
    const now = await world.clock.now();
    const notice = await noticeLink.seal(
      serviceKeys,
      { ...value, sign_in: 's', at: now, browser: 'b' },
      now + 60,
    );
    expect((await press(`${world.service}/account/end?notice=${notice}`)).text).toContain(over);
    expect(await contentOf(value.plid)).toEqual({});
  });
});
