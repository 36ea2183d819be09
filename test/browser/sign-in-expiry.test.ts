import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { button, consentBox, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

const world = useBrowserWorld({ local: true });
const logIn = 'a.button[href^="/auth/login"]';
const longer = '#longer button';
const soon = '1분 안에 로그인이 종료됩니다.';

describe('the time limit of a sign-in', () => {
  let context: BrowserContext;
  let page: Page;
  let refusals: string[];
  const open = async (options = {}) => {
    context = await world.open(options);
    refusals = watchRefusals(context);
    page = await context.newPage();
    await page.clock.install();
    await page.goto(`${world.gateway}/`);
    await page.click(logIn);
    await page.waitForSelector(button('sign-in'));
  };
  /** Moves the browser's clock on, and the service's. */
  const pass = async (seconds: number) => {
    await world.clock.advance(seconds);
    await page.clock.runFor(seconds * 1000);
  };
  beforeEach(() => world.clock.advance(3_600));
  afterEach(async () => {
    await context.close();
    expect(refusals).toEqual([]);
  });

  test('is shown on the form a minute before its end, and extended by one button in place', async () => {
    await open();
    await page.fill('[name=name]', '김하나');
    await pass(535);
    expect(await page.isVisible(longer)).toBe(false);
    expect(await page.locator('#ends').textContent()).toBe('');
    await pass(10);
    expect(await page.locator('#ends[role=status]').textContent()).toBe(soon);
    await page.click(longer);
    await expect.poll(() => page.isVisible(longer)).toBe(false);
    expect(await page.locator('#ends').textContent()).toMatch(/까지 계속할 수 있습니다/);
    expect(await page.inputValue('[name=name]')).toBe('김하나');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('limit');
    await pass(120);
    await submitSignIn(page, await newSubscriber(world));
    await page.waitForSelector(button('consent'));
  });

  test('is shown on the consent page only in the last minute, and extended with the choices made there', async () => {
    await open();
    await submitSignIn(page, await newSubscriber(world), { autoLogin: true });
    await page.waitForSelector(button('consent'));
    await page.clock.runFor(1000);
    expect(await page.locator('main').innerText()).not.toMatch(/남음|까지 계속할 수 있습니다/);
    await page.uncheck(consentBox);
    await pass(550);
    expect(await page.locator('#ends').textContent()).toBe(soon);
    await page.click(longer);
    await expect
      .poll(() => page.locator('#ends').textContent())
      .toMatch(/까지 계속할 수 있습니다\(한국 시간\)/);
    expect(await page.isChecked(consentBox)).toBe(false);
    await pass(500);
    await page.click(button('consent'));
    await page.waitForSelector('#logout');
  });

  test('is shown without scripts, and the button reloads the filled page', async () => {
    await open({ javaScriptEnabled: false });
    expect(await page.locator('noscript').first().innerText()).toMatch(/까지 계속할 수 있습니다/);
    await page.click(button('sign-in'));
    await page.waitForSelector('#name-error');
    await world.clock.advance(545);
    const flow = await page.getAttribute('[name=flow]', 'value');
    await page.goto(`${world.service}/oauth2/authorize/sign-in?flow=${flow}`);
    await page.fill('[name=name]', '김하나');
    await page.click(longer);
    await page.waitForSelector(`${longer} >> visible=false`, { state: 'attached' });
    expect(await page.inputValue('[name=name]')).toBe('김하나');
    await world.clock.advance(590);
    await submitSignIn(page, await newSubscriber(world));
    expect(await page.locator('noscript').first().innerText()).toMatch(/까지 계속할 수 있습니다/);
  });

  test("can't be extended beyond thirty minutes, and no button offers it", async () => {
    await open();
    for (const seconds of [590, 590]) {
      await pass(seconds);
      await page.click(longer);
      // The page must read the new end before its clock moves on.
      await expect.poll(() => page.isVisible(longer)).toBe(false);
    }
    await pass(590);
    await Promise.all([page.waitForResponse('**/longer'), page.click(longer)]);
    const flow = await page.getAttribute('[name=flow]', 'value');
    await page.goto(`${world.service}/oauth2/authorize/sign-in?flow=${flow}`);
    expect(await page.locator('#ends').innerText()).toBe(soon);
    expect(await page.locator(longer).count()).toBe(0);
  });
});
