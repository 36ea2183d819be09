import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { button, startLogin } from '../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const world = useBrowserWorld({ local: true });
const starts = ['.app', '.start-code'];

/** From the top of the page to an element, in pixels; undefined where it is not shown. */
async function topsOn(options: object, selectors: string[]) {
  const context = await world.open(options);
  const page = await context.newPage();
  await startLogin(page, world);
  const tops = selectors.map(async (selector) => (await page.locator(selector).boundingBox())?.y);
  const found = await Promise.all(tops);
  await context.close();
  return found;
}

test("on a phone the carrier's app comes first, without a QR code", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const [link, code, name = 0] = await topsOn(phone, [...starts, '#name']);
  expect(link).toBeLessThan(name);
  expect(code).toBeUndefined();
});

test('on a desktop the form comes first, then the QR code, and no app is offered', async () => {
  const desk = { viewport: { width: 1440, height: 900 } };
  const [link, code = 0, name] = await topsOn(desk, [...starts, '#name']);
  expect(name).toBeLessThan(code);
  expect(link).toBeUndefined();
});

describe('on a phone', () => {
  const primary = '.app > .button, .app summary.button';
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await world.open({ viewport: { width: 360, height: 740 }, hasTouch: true });
    page = await context.newPage();
  });
  afterEach(() => context.close());

  test("what was typed stays, when the carrier's app was tried first", async () => {
    await startLogin(page, world);
    await page.fill('#name', people.hana.name);
    await page.fill('#phoneNo', '010-1234-5678');
    await page.tap(primary);
    await page.tap('button[value=K-link]');
    await page.waitForURL('**/wait?**');
    await page.tap('a[href*="/sign-in?"]');
    expect(await page.inputValue('#name')).toBe(people.hana.name);
    expect(await page.inputValue('#phoneNo')).toBe('010-1234-5678');
  });

  test('the app of the carrier of the last sign-in is one tap away', async () => {
    const { phoneNo } = await newSubscriber(world, 'waits');
    await startLogin(page, world);
    expect(await page.locator(primary).innerText()).toBe('통신사 앱으로 로그인');
    await page.tap(primary);
    await page.tap('button[value=S-link]');
    const [app] = await Promise.all([context.waitForEvent('page'), page.tap('.card a.button:visible')]);
    await app.tap(`button[name=phoneNo][value="${phoneNo}"]`);
    await app.tap('button[name=match]');
    await app.tap(button('consent'));
    await app.waitForURL((url) => !url.pathname.startsWith('/oauth2/'));
    await startLogin(page, world);
    expect(await page.locator(primary).innerText()).toBe('SKT 앱으로 로그인');
    await page.tap(primary);
    await page.waitForURL('**/wait?**');
  });

  test('after an error the form comes first, without the app', async () => {
    await startLogin(page, world);
    await page.tap(button('sign-in'));
    await page.waitForSelector('.notice.bad');
    expect(await page.locator('.app').count()).toBe(0);
    const { y = 740, height = 0 } = (await page.locator('#name').boundingBox()) ?? {};
    expect(y + height).toBeLessThan(740);
  });
});
