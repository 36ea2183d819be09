import { describe, expect, test } from 'vitest';
import { encryptedAttributes, type UserRecord } from '../../../workers/core/protocol/user-record.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { challengeOf } from '../../support/fixtures/grants.ts';
import {
  leaveApp,
  newSubscriber,
  registerAgain,
  switchOffAutomaticLogin,
} from '../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, type Person, returned, signIn } from '../../support/fixtures/sign-in.ts';
import { administer, registerApplication } from '../../support/requests/operator-requests.ts';
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

const world = useWorld({ half: 'service' });

const { shop, bank } = applications;
const day = 86_400;
const deviceCookie = `__Host-plid-device-${shop.client_id}`;

async function userOf(page: Shown): Promise<UserRecord> {
  const { user } = await jsonOf(
    await requestUser(world, await accessTokenFor(world, { code: codeOf(page) })),
  );
  if (user === undefined) throw new Error('No user');
  return user;
}

/** A browser with automatic login at the demo shop; another tab has shown the sign-in page since before that choice. */
async function device(person?: Person) {
  const browser = new BrowserSession(world);
  const owner = person ?? (await newSubscriber(world));
  const otherTab = await browser.get(authorizeUrl(world));
  const page = await signIn(browser, world, owner, { autoLogin: true });
  return { browser, person: owner, first: await userOf(page), otherTab };
}

/** Whether an authorization request succeeds without a page. */
async function isAutomatic(browser: BrowserSession, query = {}, headers: Record<string, string> = {}) {
  const page = await browser.get(authorizeUrl(world, query), headers);
  const location = page.headers.get('Location');
  if (location !== null) return new URL(location).searchParams.has('code');
  expect(page.text).toContain('name="phoneNo"');
  return false;
}

describe('autoLoginYn and autoStatusCheck of §2.1 are', () => {
  test('N and N without automatic login, with the whole record', async () => {
    const user = await userOf(await signIn(new BrowserSession(world), world, await newSubscriber(world)));
    expect(user).toMatchObject({ autoLoginYn: 'N', autoStatusCheck: 'N', gender: 'M', telcoCd: 'S' });
  });

  test('Y and Y the first time, with the whole record', async () => {
    const { first } = await device();
    expect(first).toMatchObject({ autoLoginYn: 'Y', autoStatusCheck: 'Y', gender: 'M', agegroup: '30' });
    expect(decryptField(String(first.name), shop.client_secret)).toBe('홍길동');
  });

  test('Y and N from then on, with only the same plid', async () => {
    const { browser, first } = await device();
    for (let login = 0; login < 2; login++) {
      const user = await userOf(await browser.get(authorizeUrl(world)));
      expect(user).toMatchObject({ plid: first.plid, autoLoginYn: 'Y', autoStatusCheck: 'N' });
      for (const attribute of ['gender', 'agegroup', 'foreign', 'telcoCd'] as const)
        expect(user[attribute]).toBe('');
      for (const attribute of encryptedAttributes) {
        expect(decryptField(String(user[attribute]), shop.client_secret)).toBe('');
      }
    }
  });

  test('Y and Y again after a full sign-in on the device, with the whole record', async () => {
    const { browser, person, first, otherTab } = await device();
    await world.clock.advance(5);
    expect(await userOf(await browser.submit(otherTab, person))).toMatchObject({
      plid: first.plid,
      autoLoginYn: 'Y',
      autoStatusCheck: 'Y',
      gender: 'M',
    });
    expect(await isAutomatic(browser)).toBe(true);
  });
});

describe('an automatic login', () => {
  test('renewed by a full sign-in is still one entry on the phone', async () => {
    const { browser, person, first, otherTab } = await device();
    await world.clock.advance(5);
    codeOf(await browser.submit(otherTab, person));
    const { ACCOUNT } = world.durableObjects;
    const account = ACCOUNT.getByName(first.plid);
    expect(await account.automaticLogins(await world.clock.now())).toHaveLength(1);
    expect(await isAutomatic(browser)).toBe(true);
  });

  test('is one redirect with a single-use code and the unchanged state', async () => {
    const { browser } = await device();
    const page = await browser.get(authorizeUrl(world, { state: 'a b/c' }));
    expect(page.status).toBe(302);
    expect(returned(page).state).toBe('a b/c');
    expect(page.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([deviceCookie]);
    const code = codeOf(page);
    await accessTokenFor(world, { code });
    expect((await requestToken(world, { code })).status).toBe(500);
  });

  test('is bound to the PKCE challenge of its request', async () => {
    const { browser } = await device();
    const code_verifier = 'v'.repeat(43);
    const challenge = { code_challenge: challengeOf(code_verifier), code_challenge_method: 'S256' };
    const code = codeOf(await browser.get(authorizeUrl(world, challenge)));
    expect((await requestToken(world, { code })).status).toBe(400);
    expect((await requestToken(world, { code, code_verifier: 'w'.repeat(43) })).status).toBe(400);
    expect((await requestToken(world, { code, code_verifier })).status).toBe(200);
  });

  test('is for one application, even if the user agreed to another one', async () => {
    const { browser, person } = await device();
    await world.clock.advance(5);
    codeOf(await signIn(new BrowserSession(world), world, person, { query: { client_id: bank.client_id } }));
    expect(await isAutomatic(browser, { client_id: bank.client_id })).toBe(false);
    const [, cookie] = [...browser.cookies(world.service)].find(([name]) => name === deviceCookie) ?? [];
    browser.setCookie(world.service, `__Host-plid-device-${bank.client_id}`, cookie ?? '');
    expect(await isAutomatic(browser, { client_id: bank.client_id })).toBe(false);
  });

  test("is for one device, not for the user's other browser", async () => {
    const { browser, person } = await device();
    const other = new BrowserSession(world);
    await world.clock.advance(5);
    expect(await isAutomatic(other)).toBe(false);
    const user = await userOf(await signIn(other, world, person));
    expect(user).toMatchObject({ autoLoginYn: 'N', autoStatusCheck: 'N' });
    expect(await isAutomatic(other)).toBe(false);
    expect(await isAutomatic(browser)).toBe(true);
  });

  test("isn't enabled by another device's automatic login", async () => {
    const { person } = await device();
    const shared = await device();
    await world.clock.advance(5);
    const user = await userOf(await shared.browser.submit(shared.otherTab, person));
    expect(user).toMatchObject({ autoLoginYn: 'N', autoStatusCheck: 'N', gender: 'M' });
    expect(shared.browser.cookies(world.service).has(deviceCookie)).toBe(false);
    expect(await isAutomatic(shared.browser)).toBe(false);
  });

  test('lasts 14 days from the last full sign-in, and then is offered again', async () => {
    const { browser, person, otherTab } = await device();
    await world.clock.advance(300);
    codeOf(await browser.submit(otherTab, person));
    await world.clock.advance(10 * day);
    expect(await isAutomatic(browser)).toBe(true);
    await world.clock.advance(4 * day - 60);
    expect(await isAutomatic(browser)).toBe(true);
    await world.clock.advance(60);
    expect(await isAutomatic(browser)).toBe(false);
    const again = await userOf(await signIn(browser, world, person));
    expect(again).toMatchObject({ autoLoginYn: 'N', autoStatusCheck: 'N' });
  });

  test("ends for the device's former user when another user signs in on it", async () => {
    const { browser } = await device();
    const page = await signIn(browser, world, await newSubscriber(world), { query: { prompt: 'login' } });
    expect(await userOf(page)).toMatchObject({ autoLoginYn: 'N' });
    expect(await isAutomatic(browser)).toBe(false);
    expect(browser.cookies(world.service).has(deviceCookie)).toBe(false);
  });
});

describe('the prompt of an automatic login', () => {
  test.each([
    ['select_account', false],
    ['login', false],
    ['none', true],
    ['N', true],
    ['', true],
  ])('%s: automatic %s', async (prompt, expected) => {
    const { browser } = await device();
    expect(await isAutomatic(browser, { prompt })).toBe(expected);
  });
});

describe('an automatic login needs a navigation by the user', () => {
  test.each([
    ['a frame', { 'Sec-Fetch-Dest': 'iframe' }],
    ['an image', { 'Sec-Fetch-Dest': 'image' }],
    ['a script’s request', { 'Sec-Fetch-Dest': 'empty' }],
    ['a page that is fetched ahead', { 'Sec-Purpose': 'prefetch' }],
    ['a page that is rendered ahead', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['a page that an older browser fetches ahead', { Purpose: 'prefetch' }],
    ['a page that an older Firefox fetches ahead', { 'X-Moz': 'prefetch' }],
  ])('so it is not used for %s', async (_, headers) => {
    const { browser } = await device();
    expect(await isAutomatic(browser, {}, headers)).toBe(false);
    const silent = await browser.get(authorizeUrl(world, { prompt: 'none' }), headers);
    expect(returned(silent)).toMatchObject({ error: 'login_required' });
  });

  test('or a browser without fetch metadata', async () => {
    const { browser } = await device();
    const cookies = [...browser.cookies(world.service)].map((pair) => pair.join('=')).join('; ');
    const answer = await world.fetch(authorizeUrl(world), { headers: { Cookie: cookies } });
    expect([answer.status, answer.headers.get('Location')?.includes('code=')]).toEqual([302, true]);
  });
});

describe('an automatic login ends at once', () => {
  test('when it is switched off on the phone, and the next full sign-in only offers it', async () => {
    const { browser, person } = await device();
    await switchOffAutomaticLogin(world, person.phoneNo, shop.client_id);
    expect(await isAutomatic(browser)).toBe(false);
    await world.clock.advance(5);
    expect(await userOf(await signIn(browser, world, person))).toMatchObject({
      autoLoginYn: 'N',
      autoStatusCheck: 'N',
    });
    expect(await isAutomatic(browser)).toBe(false);
    await world.clock.advance(5);
    const page = await browser.get(authorizeUrl(world));
    expect(await userOf(await browser.submit(page, { ...person, autoLogin: 'Y' }))).toMatchObject({
      autoLoginYn: 'Y',
      autoStatusCheck: 'Y',
    });
    expect(await isAutomatic(browser)).toBe(true);
  });

  test('on a disconnect, with the code in progress', async () => {
    const { browser, first } = await device();
    const code = codeOf(await browser.get(authorizeUrl(world)));
    await requestDisconnect(world, { plid: first.plid });
    expect(await isAutomatic(browser)).toBe(false);
    expect((await requestToken(world, { code })).status).toBe(500);
  });

  test('on termination, even if the user registers again', async () => {
    const { browser, person } = await device();
    await leaveApp(world, person.phoneNo);
    expect(await isAutomatic(browser)).toBe(false);
    await registerAgain(world, person.phoneNo);
    expect(await isAutomatic(browser)).toBe(false);
  });

  test('when the application requests more than was agreed to, and consent restores it', async () => {
    const [redirect_uri = ''] = ['https://books.example.com/cb'];
    const application = await registerApplication(world, {
      attributes: ['name'],
      redirect_uris: [redirect_uri],
    });
    const { client_id } = application;
    const query = { client_id, redirect_uri };
    const browser = new BrowserSession(world, { visitable: (url) => url.origin === world.service });
    const person = await newSubscriber(world);
    await signIn(browser, world, person, { query, autoLogin: true });
    expect(await isAutomatic(browser, query)).toBe(true);
    await administer(world, 'PATCH', `/${client_id}`, { body: { attributes: ['name', 'ci'] } });
    await world.clock.advance(60);
    expect(await isAutomatic(browser, query)).toBe(false);
    const silent = await browser.get(authorizeUrl(world, { ...query, prompt: 'none' }));
    expect(returned(silent)).toMatchObject({ error: 'login_required' });
    await signIn(browser, world, person, { query, autoLogin: true });
    expect(await isAutomatic(browser, query)).toBe(true);
  });
});

describe("a device's cookie", () => {
  test('is for this host and https only, unreadable to scripts, and opaque', async () => {
    const browser = new BrowserSession(world);
    const person = await newSubscriber(world);
    const end = await signIn(browser, world, person, { autoLogin: true });
    const header = end.headers.getSetCookie().find((cookie) => cookie.startsWith(deviceCookie));
    expect(header).toMatch(/; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(atob(header?.split('=')[1]?.split('.')[0] ?? '')).toBe(
      '{"alg":"dir","enc":"A256GCM","kid":"test"}',
    );
  });

  test('that is forged, cut, or of another kind completes no sign-in', async () => {
    const { browser } = await device();
    const [, value = ''] = [...browser.cookies(world.service)].find(([name]) => name === deviceCookie) ?? [];
    const [, signInCookie = ''] =
      [...browser.cookies(world.service)].find(([name]) => name.includes('sign-in')) ?? [];
    for (const forged of [value.slice(0, -2), `${value}A`, signInCookie, 'x', '']) {
      browser.setCookie(world.service, deviceCookie, forged);
      expect(await isAutomatic(browser)).toBe(false);
    }
  });
});
