import { describe, expect, test } from 'vitest';
import { accountClientId } from '../../../../workers/service/registry/account-client.ts';
import { eventsIn, logLines } from '../../../support/assertions/log-lines.ts';
import {
  beginForm,
  connectionsOn,
  disconnectOn,
  openAccount,
  signInToAccount,
} from '../../../support/fixtures/account-pages.ts';
import { BrowserSession, type Shown } from '../../../support/fixtures/browser-session.ts';
import { challengeOf } from '../../../support/fixtures/grants.ts';
import {
  approveOn,
  changeSubscriber,
  denyOn,
  leaveApp,
  newSubscriber,
  registerAgain,
} from '../../../support/fixtures/phones.ts';
import {
  authorizeUrl,
  codeOf,
  locationOf,
  people,
  postForm,
  signIn,
  titleOf,
} from '../../../support/fixtures/sign-in.ts';
import { administer, registerApplication } from '../../../support/requests/operator-requests.ts';
import { accessTokenFor, requestToken, requestUser } from '../../../support/requests/service-requests.ts';
import { applications } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const { shop, bank } = applications;
const toBank = { client_id: bank.client_id, redirect_uri: bank.redirect_uri };
const korean = { 'Accept-Language': 'ko' };
const phone = {
  'User-Agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
};
const cookieOf = (browser: BrowserSession) => browser.cookies(world.service).get('__Host-plid-account');
const isStart = ({ document }: Shown) => document.querySelector(beginForm) !== null;

/** A user who has signed in at the shop with automatic login, and at the bank. */
async function connected({ headers = {} }: { headers?: Record<string, string> } = {}) {
  const browser = new BrowserSession(world, { headers: { ...phone, ...headers } });
  const person = await newSubscriber(world);
  const atShop = await signIn(browser, world, person, { autoLogin: true });
  const token = await accessTokenFor(world, { code: codeOf(atShop) });
  await signIn(browser, world, person, { query: toBank });
  return { browser, person, token };
}

async function signedIn(options: Parameters<typeof connected>[0] = {}) {
  const { browser, person, token } = await connected(options);
  return { browser, person, token, page: await signInToAccount(browser, world, person) };
}

describe('GET /account', () => {
  test('without a session explains itself, reads no storage, and leads to the sign-in', async () => {
    const browser = new BrowserSession(world);
    const page = await openAccount(browser, world);
    expect([page.status, titleOf(page)]).toEqual([200, 'Connected services']);
    const form = await browser.submit(page, {}, beginForm);
    expect(form.url.pathname).toBe('/oauth2/authorize');
    expect(form.text).toContain('Confirm that it’s you on your phone');
    // The name of the request on the phone.
    expect(page.text).toContain('“Connected services”');
    expect(form.document.querySelector('input[name=autoLogin]')).toBeNull();
  });

  test('after the phone sign-in lists each application, its attributes, and automatic logins per device', async () => {
    const { browser, page } = await signedIn();
    expect(browser.cookies(world.service).has('__Host-plid-account-verifier')).toBe(false);
    expect(page.url.href).toBe(`${world.service}/account`);
    expect(connectionsOn(page).sort()).toEqual(['Demo Bank', 'Demo Shop']);
    expect(page.text).toContain('Identification value (CI), Name, your ID at this service');
    expect(page.text).toContain('<strong>Chrome, Android</strong>');
    expect(page.text).toMatch(/<dt>Agreed on<\/dt><dd>[A-Z][a-z]{2}\s\d+,\s20\d\d<\/dd>/);
    expect(page.document.querySelectorAll('form[action$=end-automatic-login]')).toHaveLength(1);
  });

  test('is in Korean on request, and switches language with one tap', async () => {
    const { browser, page } = await signedIn({ headers: korean });
    expect([titleOf(page), page.document.querySelector('html')?.getAttribute('lang')]).toEqual([
      '연결된 서비스 관리',
      'ko',
    ]);
    expect(page.text).toContain('연계정보(CI), 이름, 이 서비스 전용 회원 식별값');
    const other = await browser.submit(page, {}, 'form[action="/account/language"]');
    expect([titleOf(other), connectionsOn(other).length]).toEqual(['Connected services', 2]);
  });

  test('shows the consent texts that the user saw, even if the application changed them', async () => {
    const browser = new BrowserSession(world, { headers: korean });
    const person = await newSubscriber(world);
    const redirect_uri = 'http://localhost:3000/callback';
    const stated = { redirect_uris: [redirect_uri], purpose: '회원 식별', recipient: '주식회사 하나' };
    const { client_id } = await registerApplication(world, stated);
    await signIn(browser, world, person, { query: { client_id, redirect_uri } });
    const body = { purpose: '광고', recipient: '주식회사 둘' };
    await administer(world, 'PATCH', `/${client_id}`, { body });
    await world.clock.advance(90);
    const page = await signInToAccount(browser, world, person);
    expect(page.text).toContain('<dd>회원 식별</dd>');
    expect(page.text).toContain('<dd>주식회사 하나</dd>');
    expect(page.text).not.toMatch(/광고|주식회사 둘/);
    await administer(world, 'DELETE', `/${client_id}`);
    await world.clock.advance(90);
    const gone = await openAccount(browser, world);
    expect(gone.text).toContain('더 이상 제공되지 않는 서비스');
    expect(gone.text).toContain('<dd>회원 식별</dd>');
  });

  test('lists nothing for a user without connections, and leaves no consent of its own', async () => {
    const browser = new BrowserSession(world);
    const page = await signInToAccount(browser, world, await newSubscriber(world));
    expect(page.text).toContain('You have no connected services.');
    expect(connectionsOn(page)).toEqual([]);
  });

  test('marks a deleted application as no longer offered, and can disconnect it', async () => {
    const visitable = ({ origin }: URL) => origin === world.service;
    const browser = new BrowserSession(world, { visitable });
    const person = await newSubscriber(world);
    const { client_id, ...registered } = await registerApplication(world);
    await signIn(browser, world, person, { query: { client_id, redirect_uri: registered.redirect_uris[0] } });
    await administer(world, 'DELETE', `/${client_id}`);
    await world.clock.advance(100);
    const page = await signInToAccount(browser, world, person);
    expect(connectionsOn(page)).toEqual(['A service that is no longer offered']);
    expect(connectionsOn(await disconnectOn(browser, page, `client_id=${client_id}`))).toEqual([]);
  });
});

describe('disconnecting at /account', () => {
  test('asks first, and then ends consent, automatic login, and tokens of only that application', async () => {
    const { browser, page, token } = await signedIn();
    const confirm = await browser.get(`${world.service}/account/disconnect?client_id=${shop.client_id}`);
    expect(titleOf(confirm)).toBe('Disconnect Demo Shop?');
    expect((await requestUser(world, token)).status).toBe(200);
    const after = await disconnectOn(browser, page, `client_id=${shop.client_id}`);
    expect(connectionsOn(after)).toEqual(['Demo Bank']);
    expect(after.document.querySelector('[role=status]')?.text).toBe('The service was disconnected.');
    expect((await requestUser(world, token)).status).toBe(401);
    expect((await browser.get(authorizeUrl(world))).status).toBe(200);
  });

  test('of all applications ends everything, including unused codes', async () => {
    const { browser, person } = await connected();
    const code = codeOf(await signIn(browser, world, person, { query: { prompt: 'login' } }));
    const page = await signInToAccount(browser, world, person);
    const after = await disconnectOn(browser, page, 'all=Y');
    expect(connectionsOn(after)).toEqual([]);
    expect(after.text).toContain('All services were disconnected.');
    expect((await requestToken(world, { code })).status).toBe(500);
  });

  test("offers no application that isn't connected", async () => {
    const { browser } = await signedIn();
    const page = await browser.get(`${world.service}/account/disconnect?client_id=nobody00000000000000`);
    expect(page.url.pathname).toBe('/account');
  });
});

describe('the last sign-ins at /account', () => {
  const listed = ({ document }: Shown) =>
    document.querySelectorAll('#sign-ins li').map(({ text }) => text.replaceAll(/\s+/g, ' '));

  test('are listed newest first with application, browser, location, and whether the browser was new', async () => {
    const { page } = await signedIn();
    const rows = listed(page);
    expect(rows.map((row) => row.split(/ [A-Z][a-z]{2} \d+, 20\d\d/)[0])).toEqual([
      'Connected services',
      'Demo Bank',
      'Demo Shop',
    ]);
    expect(rows[0]).toMatch(/Chrome, Android · Seoul, South Korea known device$/);
    expect(rows[2]).toMatch(/ new device$/);
  });

  test('are ten at most, in one row, and are deleted with the account', async () => {
    const { browser, person, page } = await signedIn();
    for (let turn = 0; turn < 10; turn += 1) {
      await world.clock.advance(60);
      await signIn(browser, world, person, { query: { ...toBank, prompt: 'login' } });
    }
    const later = await openAccount(browser, world);
    const shown = isStart(later) ? await signInToAccount(browser, world, person, later) : later;
    expect(listed(page)).toHaveLength(3);
    expect(listed(shown)).toHaveLength(10);
    expect(listed(shown).join()).not.toContain('Demo Shop');
    await leaveApp(world, person.phoneNo);
    await registerAgain(world, person.phoneNo);
    await world.clock.advance(60);
    expect(listed(await signInToAccount(new BrowserSession(world), world, person))).toHaveLength(1);
  });
});

test('switching off an automatic login affects one device, and keeps the connection', async () => {
  const { browser, person } = await signedIn();
  const tablet = new BrowserSession(world, { headers: { 'User-Agent': 'Mozilla/5.0 (iPad) Safari/605' } });
  const form = await tablet.get(authorizeUrl(world));
  await tablet.submit(form, { ...person, autoLogin: 'Y' });
  const page = await openAccount(browser, world);
  expect(page.text).toContain('<strong>Safari, iOS</strong>');
  const buttons = page.document.querySelectorAll('form[action$=end-automatic-login]');
  expect(buttons).toHaveLength(2);
  const ofTablet = buttons.find((button) => button.outerHTML.includes('iOS'))?.querySelector('input');
  const after = await browser.submit(
    page,
    { device: ofTablet?.getAttribute('value') ?? '' },
    'form[action$=end-automatic-login]',
  );
  expect(after.text).toContain('Automatic sign-in was switched off.');
  expect(after.text).not.toContain('<strong>Safari, iOS</strong>');
  expect(connectionsOn(after)).toHaveLength(2);
  expect((await tablet.get(authorizeUrl(world))).status).toBe(200);
  expect((await browser.get(authorizeUrl(world))).status).toBe(302);
});

describe('the session of /account', () => {
  test('ends after ten minutes, also in the account', async () => {
    const { browser, page } = await signedIn();
    const cookie = cookieOf(browser) ?? '';
    await world.clock.advance(601);
    expect(isStart(await openAccount(browser, world))).toBe(true);
    browser.setCookie(world.service, '__Host-plid-account', cookie);
    const late = await browser.submit(page, {}, 'form[action$=end-automatic-login]');
    expect([isStart(late), late.document.querySelector('[role=alert]')?.text]).toEqual([
      true,
      expect.stringContaining('nothing was changed'),
    ]);
  });

  test('ends for every copy of its cookie when the user closes it', async () => {
    const { browser, person, page } = await signedIn();
    const copy = cookieOf(browser) ?? '';
    const closed = await browser.submit(page, {}, 'form[action="/account/sign-out"]');
    expect([isStart(closed), cookieOf(browser)]).toEqual([true, undefined]);
    const thief = new BrowserSession(world);
    thief.setCookie(world.service, '__Host-plid-account', copy);
    expect(isStart(await openAccount(thief, world))).toBe(true);
    const ended = await postForm(thief, '/account/disconnect', { all: 'Y' });
    expect(locationOf(ended)).toBe('/account?notice=ended');
    expect(connectionsOn(await signInToAccount(browser, world, person))).toHaveLength(2);
  });

  test('ends when the user leaves', async () => {
    const { browser, person } = await signedIn();
    await leaveApp(world, person.phoneNo);
    expect(isStart(await openAccount(browser, world))).toBe(true);
    await registerAgain(world, person.phoneNo);
    expect(connectionsOn(await signInToAccount(browser, world, person))).toEqual([]);
  });

  test("of a number's former owner shows nothing after a change of owner, and the new owner doesn't see theirs", async () => {
    const { browser: former, person } = await signedIn();
    const name = '강새롬';
    await changeSubscriber(world, person.phoneNo, { name, birthdate: '010203' });
    const owner = new BrowserSession(world);
    const theirs = await signInToAccount(owner, world, { ...person, name });
    expect(connectionsOn(theirs)).toEqual([]);
    expect(theirs.text).toContain('You have no connected services.');
    expect(isStart(await openAccount(former, world))).toBe(true);
  });

  test.each(['', 'x', 'e30.e30.e30.e30.e30'])("isn't created by the cookie %j", async (cookie) => {
    const browser = new BrowserSession(world);
    browser.setCookie(world.service, '__Host-plid-account', cookie);
    expect(isStart(await openAccount(browser, world))).toBe(true);
  });

  test("isn't accepted as an access token, or the other way round", async () => {
    const { browser, token } = await signedIn();
    expect((await requestUser(world, cookieOf(browser) ?? '')).status).toBe(401);
    browser.setCookie(world.service, '__Host-plid-account', token);
    expect(isStart(await openAccount(browser, world))).toBe(true);
  });
});

describe('the sign-in to /account', () => {
  const begin = async (browser: BrowserSession) =>
    browser.submit(await openAccount(browser, world), {}, beginForm);

  test('waits for the phone as for every application, and a denial shows nothing', async () => {
    const browser = new BrowserSession(world);
    const person = await newSubscriber(world, 'waits');
    const waiting = await signInToAccount(browser, world, person);
    expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
    expect(isStart(await openAccount(browser, world))).toBe(true);
    await denyOn(world, person.phoneNo);
    await browser.get(waiting.url);
    expect(isStart(await openAccount(browser, world))).toBe(true);
  });

  test('continues after the approval without consent', async () => {
    const browser = new BrowserSession(world);
    const person = await newSubscriber(world, 'waits');
    const waiting = await signInToAccount(browser, world, person);
    await approveOn(world, person.phoneNo);
    const page = await browser.get(waiting.url);
    expect([page.url.pathname, isStart(page)]).toEqual(['/account', false]);
  });

  test('that the phone denies leads back with a message', async () => {
    const browser = new BrowserSession(world);
    const page = await browser.submit(await begin(browser), people.geojeol);
    expect([page.url.pathname, isStart(page)]).toEqual(['/account', true]);
    expect(page.document.querySelector('[role=alert]')?.text).toContain('The request was denied');
  });

  test('that is cancelled returns to its origin', async () => {
    const browser = new BrowserSession(world);
    const page = await browser.submit(await begin(browser), {}, 'form[action$="/cancel"]');
    expect([page.url.pathname, isStart(page)]).toEqual(['/account', true]);
  });

  test('is never automatic, whatever the request asks for', async () => {
    const browser = new BrowserSession(world);
    const person = await newSubscriber(world);
    const own = {
      client_id: accountClientId,
      redirect_uri: `${world.service}/account/signed-in`,
      prompt: undefined,
    };
    const form = await browser.get(authorizeUrl(world, own));
    expect(form.document.querySelector('input[name=autoLogin]')).toBeNull();
    await browser.submit(form, { ...person, autoLogin: 'Y' });
    expect((await browser.get(authorizeUrl(world, own))).status).toBe(200);
  });

  test("of another user, sent as a link, opens no session in the recipient's browser", async () => {
    const [thief, victim] = [new BrowserSession(world), new BrowserSession(world)];
    const query = {
      client_id: accountClientId,
      redirect_uri: `${world.service}/account/signed-in`,
      prompt: 'login',
      code_challenge: challengeOf('x'.repeat(43)),
      code_challenge_method: 'S256',
    };
    const visitable = (url: URL) => url.pathname !== '/account/signed-in';
    const stopped = new BrowserSession(world, { visitable });
    const form = await stopped.get(authorizeUrl(world, query));
    const end = await stopped.submit(form, await newSubscriber(world));
    expect(end.url.searchParams.get('code')).toBeTruthy();
    for (const browser of [thief, victim]) {
      await begin(browser);
      const page = await browser.get(end.url);
      expect([isStart(page), cookieOf(browser)]).toEqual([true, undefined]);
      expect(page.document.querySelector('[role=alert]')?.text).toContain('in another browser');
    }
  });

  test('has a code that is invalid at the token endpoint, a second time, and after a minute', async () => {
    const visitable = (url: URL) => url.pathname !== '/account/signed-in';
    const [browser, late] = [
      new BrowserSession(world, { visitable }),
      new BrowserSession(world, { visitable }),
    ];
    const end = await signInToAccount(browser, world, await newSubscriber(world));
    const lateEnd = await signInToAccount(late, world, await newSubscriber(world));
    const response = await requestToken(world, { code: codeOf(end) });
    expect(response.status).toBe(400);
    const headers = { Accept: 'text/html' };
    const answers = await Promise.all(
      [1, 2].map(() => browser.fetch(end.url, { headers, redirect: 'manual' })),
    );
    expect(answers.map(locationOf).sort()).toEqual(['/account', '/account?notice=failed']);
    await world.clock.advance(60);
    const refused = await late.fetch(lateEnd.url, { headers, redirect: 'manual' });
    expect(locationOf(refused)).toBe('/account?notice=failed');
  });

  test.each([
    'https://evil.example/account/signed-in',
    'http://login.example.com/account/signed-in',
    'https://login.example.com/account',
  ])('redirects to no other address: %s', async (redirect_uri) => {
    const answer = await world.fetch(authorizeUrl(world, { client_id: accountClientId, redirect_uri }));
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      400,
      'invalid_grant',
    ]);
  });
});

describe('another site at /account', () => {
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };

  test.each([
    ['sign-in', {}],
    ['disconnect', { all: 'Y' }],
    ['end-automatic-login', { device: 'x' }],
    ['download', {}],
    ['sign-out', {}],
    ['language', { language: 'ko' }],
  ])("can't send the form %s", async (form, fields) => {
    const { browser } = await signedIn();
    const answer = await postForm(browser, `/account/${form}`, fields as Record<string, string>, foreign);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('This request isn’t valid');
    expect(connectionsOn(await openAccount(browser, world))).toHaveLength(2);
  });
});

test.each(['nowhere', 'sign-out'])('an unknown URL below /account leads back: %s', async (path) => {
  const page = await new BrowserSession(world).get(`${world.service}/account/${path}`);
  expect(page.status).toBe(path === 'nowhere' ? 404 : 405);
  expect(page.document.querySelector('main a')?.getAttribute('href')).toBe('/account');
});

test('a program gets JSON at /account', async () => {
  const answer = await world.fetch(`${world.service}/account/end-automatic-login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: '',
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: 'invalid_request', message: 'The required item device is missing.' },
  ]);
});

test('each application gets an event when it is ended at /account', async () => {
  const { browser, page } = await signedIn();
  await disconnectOn(browser, await browser.submit(page, {}, 'form[action$=end-automatic-login]'), 'all=Y');
  // Lines of each user: those of earlier tests may still arrive.
  const written = () => {
    const ended = logLines(world).filter(
      (line) =>
        line.worker === 'service-account' &&
        eventsIn(line).some((name) => /_ended$|^disconnected$/.test(name)),
    );
    const byPerson = Map.groupBy(ended, (line) => line.person).values();
    return [...byPerson].map((lines) =>
      lines.flatMap((line) => eventsIn(line).map((name) => `${name} ${line.client_id}`)).sort(),
    );
  };
  await expect
    .poll(written)
    .toContainEqual([
      `automatic_login_ended ${shop.client_id}`,
      `disconnected ${bank.client_id}`,
      `disconnected ${shop.client_id}`,
    ]);
});

test('no log line of /account contains a phone number, a name, or the session', async () => {
  const { browser, person, page } = await signedIn();
  await disconnectOn(browser, page, `client_id=${shop.client_id}`);
  await expect.poll(world.logs).toContain('/account/disconnect');
  for (const secret of [person.phoneNo, person.name, cookieOf(browser) ?? 'no cookie'])
    expect(world.logs()).not.toContain(secret);
});
