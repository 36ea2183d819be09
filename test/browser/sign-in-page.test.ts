import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { button, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { authorizeUrl, people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';
import { serveFont, setInFont } from './support/page-font.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>';
const operator = {
  OPERATOR_NAME: '한국인증',
  OPERATOR_LOGO: `data:image/svg+xml;base64,${btoa(picture)}`,
  ACCENT_COLOR: '#5b2bd9',
  PRIVACY_URL: 'https://www.example.com/privacy',
  SUPPORT_URL: 'https://www.example.com/help',
  STARTS: 'none',
};
const overrides = { 'plid-service-authorize': { vars: operator } };

/** A small phone, as CSS pixels. */
const viewport = { width: 360, height: 740 };

describe.each(['ko-KR', 'en-US'])('the sign-in page in %s', (locale) => {
  const world = useBrowserWorld({ overrides });
  let context: BrowserContext;
  let page: Page;
  let refusals: string[];

  const open = async (options = {}) => {
    context = await world.open({ locale, viewport, ...options });
    refusals = watchRefusals(context);
    page = await context.newPage();
    await startLogin(page, world);
  };
  beforeEach(() => world.clock.advance(10));
  afterEach(async () => {
    await context.close();
    expect(refusals).toEqual([]);
  });

  test.each(['', '&isHybrid=Y', '&prompt=login'])('fits on a small phone (“%s”)', async (query) => {
    await open({ bypassCSP: true });
    await serveFont(context);
    await startLogin(page, world, query);
    await setInFont(page);
    const bottom = await page.locator('.foot').evaluate((foot) => foot.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(viewport.height);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(viewport.height);
  });

  test('shows its operator: name, logo, color, and links', async () => {
    await open();
    expect(await page.locator('.brand').innerText()).toBe('한국인증');
    const width = await page.locator('.brand img').evaluate((image: HTMLImageElement) => image.naturalWidth);
    expect(width).toBeGreaterThan(0);
    const color = await page
      .locator(button('sign-in'))
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(color).toBe('rgb(91, 43, 217)');
    const links = await page
      .locator('.foot a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual([operator.PRIVACY_URL, operator.SUPPORT_URL, '/account']);
    await startLogin(page, world, '&isHybrid=Y');
    expect(await page.locator('.brand').innerText()).toBe('Demo Shop');
    expect(await page.locator('.foot p').innerText()).toContain('한국인증');
  });

  test('groups a number while it is typed, and leaves other spellings unchanged', async () => {
    await open();
    const field = page.locator('[name=phoneNo]');
    const typed = async (text: string) => {
      await field.fill('');
      await field.pressSequentially(text);
      return field.inputValue();
    };
    expect(await typed('01012345678')).toBe('010-1234-5678');
    expect(await typed('010-1234-5678')).toBe('010-1234-5678');
    expect(await typed('010123')).toBe('010-123');
    expect(await typed('+82 10 1234 5678')).toBe('+82 10 1234 5678');
    await field.fill('01012345678');
    expect(await field.inputValue()).toBe('010-1234-5678');
    await field.press('ArrowLeft');
    await field.press('ArrowLeft');
    await field.press('Backspace');
    await field.pressSequentially('9');
    expect(await field.inputValue()).toBe('010-1234-5978');
    await field.press('End');
    for (const _ of '5978') await field.press('Backspace');
    expect(await field.inputValue()).toBe('010-1234');
  });

  test('is sent by Enter, whatever other buttons it has', async () => {
    await open();
    await page.fill('[name=phoneNo]', people.daegi.phoneNo);
    await page.check('[name=telcoCd][value=S]');
    await page.fill('[name=name]', people.daegi.name);
    await page.press('[name=name]', 'Enter');
    await page.waitForSelector('.match');
    expect((await page.getAttribute('html', 'lang'))?.slice(0, 2)).toBe(locale.slice(0, 2));
  });

  test('keeps everything when the language is switched, with and without scripts', async () => {
    await open({ javaScriptEnabled: false });
    await page.fill('[name=name]', '김하나');
    await page.fill('[name=phoneNo]', '010-0000-0001');
    await page.check('[name=telcoCd][value=LM]');
    await page.check('[name=autoLogin]');
    await page.click('button[name=language]');
    expect(await page.getAttribute('html', 'lang')).not.toBe(locale.slice(0, 2));
    expect(await page.inputValue('[name=name]')).toBe('김하나');
    expect(await page.inputValue('[name=phoneNo]')).toBe('010-0000-0001');
    expect(await page.isChecked('[name=telcoCd][value=LM]')).toBe(true);
    expect(await page.isChecked('[name=autoLogin]')).toBe(true);
    expect(await page.isChecked('[name=remember]')).toBe(false);
  });

  test('remembers name and number if the user chooses that, and never shows them whole', async () => {
    await open();
    await page.check('[name=remember]');
    await submitSignIn(page, people.daegi);
    await page.waitForSelector('.match');
    const { client_id } = world.applications.bank;
    for (const address of [
      authorizeUrl(world, { client_id }),
      `${world.service}/oauth2/authorize/wait?flow=1`,
    ]) {
      await page.goto(address);
      expect(await page.content()).not.toContain(people.daegi.name);
    }
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).toBe(
      '[{},{}]',
    );
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });
});

describe.each(['ko-KR', 'en-US'])('the sign-in page with app-initiated sign-in, in %s', (locale) => {
  const world = useBrowserWorld({ local: true });

  test('has its main button in view on a small phone', async () => {
    const context = await world.open({ locale, viewport, hasTouch: true, bypassCSP: true });
    const page = await context.newPage();
    await serveFont(context);
    await startLogin(page, world);
    await setInFont(page);
    const box = await page.locator('button[name=start]').boundingBox();
    expect((box?.y ?? viewport.height) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    await context.close();
  });
});
