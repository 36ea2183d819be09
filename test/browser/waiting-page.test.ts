import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { button, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { approveOn, newSubscriber } from '../support/fixtures/phones.ts';
import type { Person } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';
import { overflowing, sizeLetters } from './support/inspect-page.ts';
import { serveFont, setInFont } from './support/page-font.ts';

const link = 'https://app.example.com/open';
const overrides = { 'plid-service-authorize': { vars: { PHONE_APP_S: `PASS, ${link}` } } };
const viewport = { width: 360, height: 740 };
const inHand = { isMobile: true, hasTouch: true };
const shownLink = `a[href="${link}"]:visible`;

const texts = {
  'ko-KR': {
    title: 'PASS 앱에서 승인해 주세요',
    left: /^[0-2]:\d\d 남음$/,
    until: /까지 승인할 수 있습니다\(한국 시간\)/,
    number: '선택할 숫자',
    approved: '승인되었습니다',
  },
  'en-US': {
    title: 'Approve in the PASS app',
    left: /^[0-2]:\d\d left$/,
    until: /Approve by .* \(Korean time\)/,
    number: 'The number to choose:',
    approved: 'Approved',
  },
};

describe.each(Object.entries(texts))('the waiting page in %s', (locale, text) => {
  const world = useBrowserWorld({ overrides });
  let context: BrowserContext;
  let page: Page;
  let refusals: string[];
  let person: Person;

  const open = async (options = {}, query = '') => {
    context = await world.open({ locale, viewport, ...options });
    refusals = watchRefusals(context);
    page = await context.newPage();
    await startLogin(page, world, query);
    person = await newSubscriber(world, 'waits');
    await submitSignIn(page, person);
    await page.waitForSelector('.match');
  };
  afterEach(async () => {
    await context.close();
    expect(refusals).toEqual([]);
  });

  test('names the app, opens it on this phone, and stays open', async () => {
    await open();
    expect(await page.locator('h1').innerText()).toBe(text.title);
    await context.route(`${link}**`, (route) => route.fulfill({ body: 'the app' }));
    const [opened] = await Promise.all([context.waitForEvent('page'), page.click(shownLink)]);
    await opened.waitForURL(link);
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    expect(await page.locator('.match').isVisible()).toBe(true);
  });

  test('has the number in its title, for other windows', async () => {
    await open();
    expect(await page.title()).toBe(`${await page.locator('.match').innerText()} · ${text.title}`);
  });

  test.each([
    ['as the main button on a phone', inHand, 'button', ['number', 'app', 'change', 'cancel']],
    ['quietly on another device', {}, 'way', ['number', 'app', 'change', 'cancel']],
  ])(
    'offers the app after the number, %s, in the same order for screen, focus, and screen reader',
    async (_, options, kind, order) => {
      await open(options);
      const parts = {
        app: shownLink,
        number: '.match',
        change: 'a[href*="/sign-in?"]',
        cancel: 'form[action$="/cancel"] button',
      };
      expect(await page.locator(shownLink).getAttribute('class')).toBe(kind);
      const tops = await Promise.all(
        Object.entries(parts).map(async ([name, selector]) => {
          const { x = 0, y = 0 } = (await page.locator(selector).boundingBox()) ?? {};
          return { name, at: y * 1_000 + x };
        }),
      );
      expect(tops.sort((left, right) => left.at - right.at).map(({ name }) => name)).toEqual(order);
      const inDocument = await page
        .locator(`${shownLink}, .match, ${parts.change}, ${parts.cancel}`)
        .evaluateAll((all) => all.map(({ className, textContent }) => [className, textContent?.trim()]));
      expect(inDocument.findIndex(([name]) => name === kind)).toBe(order.indexOf('app'));
      expect(await page.locator('.card .button:visible').count()).toBe(kind === 'button' ? 1 : 0);
    },
  );

  test('shows number, time, and app button without scrolling', async () => {
    await open({ bypassCSP: true, ...inHand });
    await serveFont(context);
    await setInFont(page);
    const bottoms = await page
      .locator(`.match, #time-left, ${shownLink}`)
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().bottom));
    expect(bottoms).toHaveLength(3);
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(viewport.height - 100);
  });

  test('counts down the time left, or shows the end without scripts', async () => {
    await open();
    const left = page.locator('#time-left');
    expect(await left.innerText()).toMatch(text.left);
    const before = await left.innerText();
    await page.waitForFunction((shown) => document.getElementById('time-left')?.innerText !== shown, before);
    expect(await left.innerText()).toMatch(text.left);
    await context.close();
    await open({ javaScriptEnabled: false });
    expect(await page.locator('#time-left').innerText()).toMatch(text.until);
  });

  test("announces the result in the next page's title, because a live region would disappear too soon", async () => {
    await open();
    await approveOn(world, person.phoneNo);
    await page.waitForSelector(button('consent'));
    expect((await page.title()).split(' · ')).toEqual([text.approved, await page.locator('h1').innerText()]);
  });

  test.each([
    [320, false],
    [320, true],
    [360, true],
  ])('never breaks the number: %i px, text at 200 %%: %s', async (width, isLarge) => {
    await open({ viewport: { width, height: 568 }, bypassCSP: true });
    if (isLarge) await sizeLetters(page, 2);
    await serveFont(context);
    await setInFont(page);
    const lines = await page.locator('.match').evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines).toBe(1);
    expect(await overflowing(page)).toEqual([]);
  });

  test('has the number as one labeled element for screen readers', async () => {
    await open();
    const match = await page.locator('.match').innerText();
    expect(await page.getByRole('img', { name: `${text.number} ${match}`, exact: true }).count()).toBe(1);
    expect(await page.getByRole('timer').count()).toBe(1);
  });

  test('has no app button in a WebView', async () => {
    await open({}, '&isHybrid=Y');
    expect(await page.locator('h1').innerText()).toBe(text.title);
    expect(await page.locator('a[target], a[href^="https://app."]').count()).toBe(0);
  });
});
