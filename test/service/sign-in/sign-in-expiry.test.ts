import { describe, expect, test } from 'vitest';
import { flowLifetime } from '../../../workers/gateway/settings/gateway-lifetimes.ts';
import {
  approvalLifetime,
  authorizationRequestLifetime,
  maxSignInCookieLifetime,
  signInExtensionPeriod,
  stepLifetime,
  unfinishedFormLifetime,
} from '../../../workers/service/settings/service-lifetimes.ts';
import type { BrowserSession, Shown } from '../../support/fixtures/browser-session.ts';
import {
  approveOn,
  changeSubscriber,
  denyOn,
  newSubscriber,
  requestsOn,
} from '../../support/fixtures/phones.ts';
import {
  authorizeUrl,
  beginSignIn,
  codeOf,
  flowOf,
  type Person,
  postForm,
  returned,
  titleOf,
} from '../../support/fixtures/sign-in.ts';
import { accessTokenFor, requestUser } from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const expired = 'This sign-in has expired';
const language = 'button[name=language]';
/** A step of the user, which renews the sign-in: the language of the form. */
const chooseLanguage = (browser: BrowserSession, page: Shown) => browser.press(page, language);
const sendTo = async (browser: BrowserSession, page: Shown, person: Person) => browser.submit(page, person);

describe('each step of the user renews the sign-in', () => {
  test('after a rejected form, a language change, and a request, each up to 29 minutes later', async () => {
    const { browser, page } = await beginSignIn(world);
    await world.clock.advance(599);
    const refused = await browser.submit(page, { name: '김하나' });
    expect([refused.status, flowOf(refused)]).toEqual([400, flowOf(page)]);
    await world.clock.advance(599);
    const korean = await chooseLanguage(browser, refused);
    expect(flowOf(korean)).toBe(flowOf(page));
    await world.clock.advance(540);
    const person = await newSubscriber(world, 'waits');
    const waiting = await sendTo(browser, korean, person);
    expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
    await world.clock.advance(60);
    await approveOn(world, person.phoneNo);
    const consent = await browser.get(waiting.url);
    await world.clock.advance(approvalLifetime - 1);
    expect(codeOf(await browser.submit(consent))).toBeTruthy();
  });

  test('up to thirty minutes from its start, and a request in its last second can be answered', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await beginSignIn(world);
    for (const seconds of [599, 599, 599]) {
      await world.clock.advance(seconds);
      await chooseLanguage(browser, page);
    }
    const copy = browser.copy();
    const waiting = await sendTo(browser, page, person);
    await world.clock.advance(119);
    await chooseLanguage(copy, page);
    expect(titleOf(await chooseLanguage(copy, page))).toBe('로그인 시간이 지났습니다');
    await approveOn(world, person.phoneNo);
    expect((await browser.get(waiting.url)).url.pathname).toBe('/oauth2/authorize/consent');
  });

  test('by at most two resends at the end', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await beginSignIn(world);
    for (const seconds of [599, 599, 599]) {
      await world.clock.advance(seconds);
      await chooseLanguage(browser, page);
    }
    let shown = await sendTo(browser, page, person);
    const began = await world.clock.now();
    while (titleOf(shown) !== expired && (await world.clock.now()) < began + 1_000) {
      await world.clock.advance(60);
      const form = await browser.get(shown.url.href.replace(/authorize\/\w+/, 'authorize/sign-in'));
      if (titleOf(form) === expired || titleOf(form) === '로그인 시간이 지났습니다') break;
      shown = await browser.submit(form, person);
    }
    expect((await world.clock.now()) - began).toBeLessThanOrEqual(300);
  });

  test('but not reloading a page', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await beginSignIn(world);
    const waiting = await sendTo(browser, page, person);
    await world.clock.advance(300);
    await browser.get(waiting.url);
    await world.clock.advance(300);
    expect(titleOf(await browser.get(waiting.url))).toBe(expired);
  });
});

describe('an approval', () => {
  test('is valid for ten minutes, however late it comes', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await beginSignIn(world);
    const waiting = await sendTo(browser, page, person);
    await world.clock.advance(115);
    await approveOn(world, person.phoneNo);
    const consent = await browser.get(waiting.url);
    await world.clock.advance(approvalLifetime - 1);
    const copy = browser.copy();
    expect(codeOf(await browser.submit(consent))).toBeTruthy();
    await world.clock.advance(1);
    expect((await copy.submit(consent)).status).toBe(400);
  });
});

describe('a form sent after its expiry', () => {
  test('continues in a new sign-in with the same state, without the user noticing', async () => {
    const { browser, page } = await beginSignIn(world);
    await world.clock.advance(signInExtensionPeriod - 1);
    const person = await newSubscriber(world);
    const consent = await sendTo(browser, page, person);
    expect(consent.url.pathname).toBe('/oauth2/authorize/consent');
    expect(flowOf(consent)).not.toBe(flowOf(page));
    const end = await browser.submit(consent);
    expect(returned(end)).toMatchObject({ state: 'a state' });
    expect((await requestUser(world, await accessTokenFor(world, { code: codeOf(end) }))).status).toBe(200);
  });

  test('also if it is rejected or shown in the other language', async () => {
    const { browser, page } = await beginSignIn(world);
    await world.clock.advance(stepLifetime + 1);
    const refused = await browser.submit(page, { name: '김하나' });
    expect([refused.status, flowOf(refused) === flowOf(page)]).toEqual([400, false]);
    await world.clock.advance(stepLifetime + 1);
    const korean = await chooseLanguage(browser, refused);
    expect(titleOf(korean)).toBe('Demo Shop 로그인');
    expect((await sendTo(browser, korean, await newSubscriber(world))).url.pathname).toBe(
      '/oauth2/authorize/consent',
    );
  });

  test('but not half an hour later', async () => {
    const { browser, page } = await beginSignIn(world);
    await world.clock.advance(signInExtensionPeriod);
    expect(titleOf(await sendTo(browser, page, await newSubscriber(world)))).toBe(expired);
  });

  test('counted from its first start, however often a new sign-in has replaced it', async () => {
    const { browser, page } = await beginSignIn(world);
    let shown = page;
    const late = stepLifetime + 1;
    for (let passed = late; passed < signInExtensionPeriod; passed += late) {
      await world.clock.advance(late);
      const next = await browser.submit(shown, { name: '김하나' });
      expect([next.status, flowOf(next) === flowOf(shown)]).toEqual([400, false]);
      shown = next;
    }
    await world.clock.advance(stepLifetime);
    expect(titleOf(await sendTo(browser, shown, await newSubscriber(world)))).toBe(expired);
  });

  test('and not after a phone request', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await beginSignIn(world);
    await sendTo(browser, page, person);
    await world.clock.advance(stepLifetime);
    expect(titleOf(await sendTo(browser, page, person))).toBe(expired);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
  });
});

describe('a copy of the sign-in cookie', () => {
  test("from before a renewal doesn't live longer because of it", async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await beginSignIn(world);
    const waiting = await sendTo(browser, page, person);
    const copy = browser.copy();
    await world.clock.advance(500);
    await chooseLanguage(browser, waiting);
    await world.clock.advance(100);
    expect(titleOf(await copy.get(waiting.url))).toBe(expired);
    expect(titleOf(await copy.submit(page, person))).toBe(expired);
    expect(titleOf(await browser.get(waiting.url))).toBe('요청 시간이 지났습니다');
  });
});

test("the gateway's flow outlives every path through a sign-in, and grants outlive copies of one", () => {
  expect(flowLifetime).toBeGreaterThan(authorizationRequestLifetime);
  expect(maxSignInCookieLifetime).toBeLessThan(authorizationRequestLifetime);
});

describe('typed data is offered at the next sign-in, masked', () => {
  const offered = async (browser: BrowserSession, query = {}) =>
    (await browser.get(authorizeUrl(world, { state: crypto.randomUUID(), ...query }))).document
      .querySelector('.person')
      ?.text.slice(-4);
  const cancel = 'form[action$="/cancel"]';
  /** A user whose browser is known at their number, before the waiting page. */
  async function waiting() {
    const person = await newSubscriber(world);
    const { browser, page } = await beginSignIn(world);
    await browser.submit(await browser.submit(page, person), {}, 'form[action$="/consent"]');
    await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
    await world.clock.advance(60);
    const again = await browser.get(authorizeUrl(world, { prompt: 'login' }));
    return { person, browser, page: await browser.submit(again, person) };
  }

  test('after no response, and another number, on a phone that knows the browser', async () => {
    const unanswered = await waiting();
    await world.clock.advance(120);
    await unanswered.browser.submit(await unanswered.browser.get(unanswered.page.url), {}, cancel);
    expect(await offered(unanswered.browser)).toBe(unanswered.person.phoneNo.slice(-4));
    const wrong = await waiting();
    for (const _ of ['a slip', 'the end']) {
      await approveOn(world, wrong.person.phoneNo, '00');
      await wrong.browser.get(wrong.page.url);
    }
    expect(await offered(wrong.browser)).toBe(wrong.person.phoneNo.slice(-4));
  });

  test('but not at another application, or after ten minutes', async () => {
    const { browser, person } = await waiting();
    await world.clock.advance(unfinishedFormLifetime - 1);
    expect(await offered(browser, { client_id: applications.bank.client_id })).toBeUndefined();
    expect(await offered(browser)).toBe(person.phoneNo.slice(-4));
    await world.clock.advance(1);
    expect(await offered(browser)).toBeUndefined();
  });

  test("but not after a denial, and an unknown browser can't compare numbers this way", async () => {
    const denied = await waiting();
    await denyOn(world, denied.person.phoneNo);
    await denied.browser.get(denied.page.url);
    expect(await offered(denied.browser)).toBeUndefined();
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await beginSignIn(world);
    const shown = await browser.submit(page, person);
    for (const _ of ['a slip', 'the end']) {
      await approveOn(world, person.phoneNo, '00');
      await browser.get(shown.url);
    }
    expect(await offered(browser)).toBeUndefined();
  });
});

test('Back after a success shows no error and leads to the application', async () => {
  const { browser, page } = await beginSignIn(world);
  const consent = await browser.submit(page, await newSubscriber(world));
  await browser.submit(consent, {}, 'form[action$="/consent"]');
  await world.clock.advance(61);
  const { document } = await browser.get(consent.url);
  expect(document.querySelector('title')?.text).toBe('This sign-in is finished');
  expect(document.querySelector('form[action$="/cancel"] button')?.text).toBe('Return to Demo Shop');
});

describe('more time for a sign-in', () => {
  const askForMore = (browser: BrowserSession, fields: Record<string, string>) =>
    postForm(browser, '/oauth2/authorize/longer', fields, { Accept: 'application/json' });

  test("is requested by a page's script, which gets the remaining time", async () => {
    const { browser, page } = await beginSignIn(world);
    await world.clock.advance(stepLifetime - 1);
    const answer = await askForMore(browser, { flow: flowOf(page) });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { seconds: stepLifetime, until: expect.stringMatching(/^Finish by .+ \(Korean time\)\.$/) },
    ]);
    await world.clock.advance(stepLifetime - 1);
    expect((await askForMore(browser, { flow: flowOf(page) })).status).toBe(200);
    await world.clock.advance(stepLifetime - 1);
    expect(await (await askForMore(browser, { flow: flowOf(page) })).json()).toMatchObject({ seconds: 3 });
  });

  test("isn't given to an ended sign-in, or to another browser's", async () => {
    const { browser, page } = await beginSignIn(world);
    const { browser: other } = await beginSignIn(world);
    expect((await askForMore(other, { flow: flowOf(page) })).status).toBe(400);
    await world.clock.advance(signInExtensionPeriod);
    expect((await askForMore(browser, { flow: flowOf(page) })).status).toBe(400);
  });
});
