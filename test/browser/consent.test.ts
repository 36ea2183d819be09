import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { attributes } from '../../workers/core/protocol/user-record.ts';
import { button, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { authorizeUrl, people } from '../support/fixtures/sign-in.ts';
import { registerApplication } from '../support/requests/operator-requests.ts';
import { useBrowserWorld } from './support/browser-world.ts';
import { axeFindings, overflowing, sizeLetters } from './support/inspect-page.ts';
import { serveFont, setInFont } from './support/page-font.ts';

const world = useBrowserWorld();

/** 9 points, in CSS pixels. */
const ninePoints = 12;
const phone = { width: 360, height: 740 };

/** The consent page of an application with two optional attributes. */
async function openConsent(
  page: Page,
  query: Record<string, string> = {},
  terms: object = {},
  autoLogin = false,
): Promise<void> {
  const { client_id, redirect_uris } = await registerApplication(world, {
    attributes: ['ci', 'name', 'phoneNo', 'gender', 'birthday'],
    optional: ['gender', 'birthday'],
    purpose_en: 'Member identification and order delivery',
    retention_en: 'Until 30 days after the membership ends',
    ...terms,
  });
  await world.clock.advance(10);
  await page.goto(authorizeUrl(world, { client_id, redirect_uri: redirect_uris[0], ...query }));
  await submitSignIn(page, people.hana, { autoLogin });
  await page.waitForSelector(button('consent'));
}

/** The letters of an element: size in pixels and weight. */
const lettersOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { fontSize, fontWeight } = getComputedStyle(element);
      return { size: Number.parseFloat(fontSize), weight: Number(fontWeight) };
    }),
  );

/** Whether a user sees all of an element without scrolling, uncovered. */
const isInView = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && hit !== null && element.contains(hit);
    });

describe.each(['ko-KR', 'en-US'])('the consent page in %s', (locale) => {
  test('marks recipient, purpose, and retention: at least 9 pt, bold, and a fifth larger', async () => {
    const context = await world.open({ locale, viewport: phone });
    const page = await context.newPage();
    await openConsent(page);
    const important = await lettersOf(page, '.terms dd');
    const beside = await lettersOf(page, '.terms dt, .terms dd span, .hint');
    const largest = Math.max(...beside.map(({ size }) => size));
    expect(important).toHaveLength(3);
    for (const { size, weight } of important) {
      expect(size).toBeGreaterThanOrEqual(1.2 * Math.min(...beside.map(({ size }) => size)));
      expect(size).toBeGreaterThan(largest);
      expect(weight).toBeGreaterThanOrEqual(600);
    }
    for (const { size } of await lettersOf(page, 'main *')) expect(size).toBeGreaterThanOrEqual(ninePoints);
    await context.close();
  });

  test('has both buttons in view without scrolling, and at the end of a very low window', async () => {
    const context = await world.open({ locale, viewport: phone });
    const page = await context.newPage();
    await openConsent(page);
    for (const [viewport, isInSight] of [
      [phone, true],
      [{ width: 320, height: 568 }, true],
      [{ width: 320, height: 454 }, false],
    ] as const) {
      await page.setViewportSize(viewport);
      expect(await isInView(page, button('consent'))).toBe(isInSight);
      expect(await isInView(page, button('cancel'))).toBe(isInSight);
      expect(await overflowing(page)).toEqual([]);
    }
    await context.close();
  });

  test.each([
    ['with every item', { optional: [] }, ''],
    ['with automatic login', { optional: [] }, 'chosen'],
    // In English, they need a line more than such a phone has.
    ...(locale === 'ko-KR' ? ([['with two optional items', {}, '']] as const) : []),
  ] as const)('is agreed to with one tap on a small phone, %s', async (_, changes, automatic) => {
    const viewport = { width: 360, height: 647 };
    const context = await world.open({ locale, viewport, hasTouch: true, bypassCSP: true });
    const page = await context.newPage();
    await serveFont(context);
    await openConsent(page, {}, { attributes, ...changes }, automatic === 'chosen');
    await setInFont(page);
    await page.evaluate(() => dispatchEvent(new Event('resize')));
    const {
      x = 0,
      y = 0,
      width = 0,
      height = 0,
    } = (await page.locator(button('consent')).boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(647);
    const sent = page.waitForRequest((request) => request.method() === 'POST', { timeout: 5_000 });
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    expect(new URL((await sent).url()).pathname).toBe('/oauth2/authorize/consent');
    await context.close();
  });

  test('places the buttons at the end at 200 % text size, and hides nothing behind them', async () => {
    const context = await world.open({ locale, viewport: phone, bypassCSP: true });
    const page = await context.newPage();
    await openConsent(page);
    await page.focus('[name=agree_gender]');
    expect(await isInView(page, '[name=agree_gender]')).toBe(true);
    await sizeLetters(page, 2);
    expect(await page.locator('.decide').evaluate((bar) => getComputedStyle(bar).position)).toBe('static');
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overflowing(page)).toEqual([]);
    }
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });
});

describe('consent terms of real length', () => {
  const long = {
    purpose: '회원 식별과 본인 확인, 주문과 배송 안내, 고객 문의 응대와 분쟁 해결을 위한 기록 보존. '
      .repeat(6)
      .slice(0, 300),
    retention: '회원 탈퇴 후 30일까지. 다만 관계 법령에 따라 보존해야 하는 기록은 그 기간까지 보관합니다. '
      .repeat(4)
      .slice(0, 200),
  };
  const lines = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((text) =>
        Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
      );

  test.each([true, false])('show three lines, and all of them when opened; scripts: %s', async (scripts) => {
    const context = await world.open({ viewport: phone, javaScriptEnabled: scripts });
    const page = await context.newPage();
    await openConsent(page, {}, long);
    expect(await lines(page, '.long p')).toBe(3);
    expect(await page.locator('.long p').first().textContent()).toBe(long.purpose.trim());
    await page.locator('.long summary').first().click();
    expect(await lines(page, '.long p')).toBeGreaterThan(10);
    await context.close();
  });

  test('follow the items, with the identifiers last', async () => {
    const context = await world.open({ viewport: phone });
    const page = await context.newPage();
    await openConsent(page, {}, long);
    const items = await page.locator('.items li').allInnerTexts();
    expect(items[0]).toMatch(/^휴대폰 번호\s+010-\*\*\*\*-\d{4}$/);
    expect(items.slice(-2)).toEqual(['연계정보(CI)', '이 서비스 전용 회원 식별값']);
    expect(await isInView(page, '[name=agree_gender]')).toBe(true);
    await context.close();
  });

  test('can be agreed to only after their end was in view; until then the button leads there', async () => {
    const context = await world.open({ viewport: { width: 360, height: 540 } });
    const page = await context.newPage();
    await openConsent(page, {}, long);
    const [agree, consent] = [button('consent'), page.url()];
    expect(await page.innerText(agree)).toBe('아래 내용 확인하기 ↓');
    expect(await isInView(page, '#read')).toBe(false);
    // As a finger does it: Playwright's own click would scroll first.
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(agree).boundingBox()) ?? {};
    await page.mouse.click(x + width / 2, y + height / 2);
    expect(await isInView(page, '#read')).toBe(true);
    await expect.poll(() => page.innerText(agree)).toBe('동의하고 계속');
    expect(page.url()).toBe(consent);
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      page.click(agree),
    ]);
    expect(new URL(sent.url()).pathname).toBe('/oauth2/authorize/consent');
    await context.close();
  });

  test.each([1, 1.3, 1.5, 2])(
    'have side-by-side buttons up to 150 %% text size, without covering text: %s',
    async (times) => {
      const context = await world.open({ viewport: phone, bypassCSP: true });
      const page = await context.newPage();
      await sizeLetters(page, times);
      await openConsent(page, {}, long);
      const [agree, refuse] = await Promise.all(
        [button('consent'), button('cancel')].map((selector) => page.locator(selector).boundingBox()),
      );
      expect(agree?.y === refuse?.y).toBe(times <= 1.5);
      const position = await page.locator('.decide').evaluate((bar) => getComputedStyle(bar).position);
      expect(position).toBe(times <= 1.5 ? 'sticky' : 'static');
      expect(await overflowing(page)).toEqual([]);
      await context.close();
    },
  );
});

test('an optional item is agreed to by its checkbox, with and without scripts', async () => {
  const context = await world.open({ javaScriptEnabled: false });
  const page = await context.newPage();
  await openConsent(page);
  expect(await page.isChecked('[name=agree_gender]')).toBe(false);
  await page.check('[name=agree_gender]');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.click(button('consent')),
  ]);
  const fields = new URLSearchParams(sent.postData() ?? '');
  expect([fields.get('agree_gender'), fields.get('agree_birthday')]).toEqual(['Y', null]);
  await context.close();
});

test('the privacy notice opens a new window, except in a WebView', async () => {
  const context = await world.open();
  const page = await context.newPage();
  await openConsent(page);
  const notice = '.links a';
  expect(await page.getAttribute(notice, 'target')).toBe('_blank');
  expect(await page.innerText(notice)).toContain('(새 창)');
  await openConsent(page, { isHybrid: 'Y' });
  expect(await page.getAttribute(notice, 'target')).toBeNull();
  await context.close();
});
