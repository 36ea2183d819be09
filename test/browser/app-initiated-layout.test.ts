import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { button, startLogin, unfoldForm } from '../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const world = useBrowserWorld({
  local: true,
  overrides: { 'plid-local': { vars: { STARTS: 'S-link,K-link,S-code' } } },
});
const start = 'button[name=start]';
const primary = '.button:visible';
const fold = '#sign-in > .others > summary';
const carrier = (code: string) => `[name=telcoCd][value=${code}]`;

/** The labels of the buttons in the color of a primary button, as users see them. */
const primaryLabels = (page: Page) =>
  page.locator('main :is(.button, summary):visible').evaluateAll((all) => {
    const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = accent;
    const color = getComputedStyle(probe).color;
    probe.remove();
    return all
      .filter((button) => getComputedStyle(button).backgroundColor === color)
      .map((button) => (button as HTMLElement).innerText.trim());
  });

describe('on a desktop', () => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await world.open({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    await startLogin(page, world);
  });
  afterEach(() => context.close());

  test('the form has one primary button, and the QR code of the chosen carrier follows', async () => {
    expect(await primaryLabels(page)).toEqual(['인증 요청 보내기']);
    expect(await page.locator(start).innerText()).toBe('QR 코드로 로그인');
    await page.check(carrier('SM'));
    expect(await page.locator(start).innerText()).toBe('SKT QR 코드로 로그인');
    await page.check(carrier('K'));
    expect(await page.locator(start).isVisible()).toBe(false);
    expect(await primaryLabels(page)).toEqual(['인증 요청 보내기']);
  });

  test('a QR code without a carrier asks for the carrier', async () => {
    await page.click(start);
    expect(await page.locator('#telcoCd-error').innerText()).toBe('통신사를 선택해 주세요.');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('telcoCd');
  });
});

describe('on a phone', () => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await world.open({ viewport: { width: 360, height: 647 }, hasTouch: true });
    page = await context.newPage();
    await startLogin(page, world);
  });
  afterEach(() => context.close());

  test('the carrier’s app is the only primary button, in view, and the form is folded', async () => {
    expect(await primaryLabels(page)).toEqual(['통신사 앱으로 로그인']);
    await page.tap(carrier('KM'));
    expect(await primaryLabels(page)).toEqual(['KT 앱으로 로그인']);
    expect(await page.locator('#name').isVisible()).toBe(false);
    const { y = 0, height = 0 } = (await page.locator(fold).boundingBox()) ?? {};
    expect(y + height).toBeLessThan(647);
    await page.tap(fold);
    expect(await primaryLabels(page)).toEqual(['인증 요청 보내기']);
    const submit = await page.locator(button('sign-in')).boundingBox();
    expect((submit?.y ?? 647) + (submit?.height ?? 0) / 2).toBeLessThan(647);
  });

  test('a carrier without such an app unfolds the form', async () => {
    await page.tap(carrier('L'));
    expect(await page.locator(start).isVisible()).toBe(false);
    expect(await page.locator('#name').isVisible()).toBe(true);
    expect(await primaryLabels(page)).toEqual(['인증 요청 보내기']);
  });

  test('the app without a carrier asks for the carrier, and stays the primary button', async () => {
    await page.tap(start);
    expect(await page.locator('#telcoCd-error').innerText()).toBe('통신사를 선택해 주세요.');
    expect(await primaryLabels(page)).toEqual(['통신사 앱으로 로그인']);
    await page.tap(carrier('S'));
    await page.tap(start);
    await page.waitForURL('**/wait?**');
  });

  test('Enter on a carrier continues in its app', async () => {
    await page.focus(carrier('S'));
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/wait?**');
    expect(await page.locator('h1').innerText()).toContain('계속하기');
  });

  test("what was typed stays, when the carrier's app was tried first", async () => {
    await unfoldForm(page);
    await page.fill('#name', people.hana.name);
    await page.fill('#phoneNo', '010-1234-5678');
    await page.tap(carrier('K'));
    await page.tap(fold);
    await page.tap(start);
    await page.waitForURL('**/wait?**');
    await page.tap('a[href*="/sign-in?"]');
    expect(await page.inputValue('#name')).toBe(people.hana.name);
    expect(await page.inputValue('#phoneNo')).toBe('010-1234-5678');
    expect(await primaryLabels(page)).toEqual(['인증 요청 보내기']);
  });

  test('the app of the carrier of the last sign-in is one tap away', async () => {
    const { phoneNo } = await newSubscriber(world, 'waits');
    await page.tap(carrier('S'));
    await page.tap(start);
    const [app] = await Promise.all([context.waitForEvent('page'), page.tap('.card a.button:visible')]);
    await app.tap(`button[name=phoneNo][value="${phoneNo}"]`);
    await app.tap('button[name=match]');
    await app.tap(button('consent'));
    await app.waitForURL((url) => !url.pathname.startsWith('/oauth2/'));
    await startLogin(page, world);
    expect(await primaryLabels(page)).toEqual(['SKT 앱으로 로그인']);
    await page.tap(primary);
    await page.waitForURL('**/wait?**');
  });

  test('after an error the form comes first, and the app follows quietly', async () => {
    await unfoldForm(page);
    await page.tap(button('sign-in'));
    await page.waitForSelector('[role=alert]');
    expect(await primaryLabels(page)).toEqual(['인증 요청 보내기']);
    const { y: app = 0 } = (await page.locator(start).boundingBox()) ?? {};
    const { y: form = 0 } = (await page.locator(button('sign-in')).boundingBox()) ?? {};
    expect(app).toBeGreaterThan(form);
  });
});
