import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFindings, overflowing, sizeLetters } from '../support/inspect/inspect-page.ts';
import { button, submitSignIn } from '../support/people/browser-steps.ts';
import { authorizeUrl, people } from '../support/people/sign-in.ts';
import { registerApplication } from '../support/requests/operator-requests.ts';
import { useBrowserWorld } from '../support/world/browser-world.ts';

const world = useBrowserWorld();

/** 9 points, in CSS pixels. */
const ninePoints = 12;
const phone = { width: 360, height: 740 };

/** The consent page of an application with two optional attributes. */
async function openConsent(page: Page, query: Record<string, string> = {}): Promise<void> {
  const { client_id, redirect_uris } = await registerApplication(world, {
    attributes: ['ci', 'name', 'phoneNo', 'gender', 'birthday'],
    optional: ['gender', 'birthday'],
    purpose_en: 'Recognising members and delivering orders',
    retention_en: 'Until 30 days after the membership ends',
  });
  await world.clock.advance(10);
  await page.goto(authorizeUrl(world, { client_id, redirect_uri: redirect_uris[0], ...query }));
  await submitSignIn(page, people.hana);
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

/** Whether a person sees all of an element without scrolling, uncovered. */
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
  test('marks recipient, purpose and retention: at least 9 pt, bold, and a fifth larger than the rest', async () => {
    const context = await world.open({ locale, viewport: phone });
    const page = await context.newPage();
    await openConsent(page);
    const important = await lettersOf(page, '.terms dd:not(.items)');
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

  test('has both buttons in view without scrolling, at 360×740 and at 320×568', async () => {
    const context = await world.open({ locale, viewport: phone });
    const page = await context.newPage();
    await openConsent(page);
    for (const viewport of [phone, { width: 320, height: 568 }]) {
      await page.setViewportSize(viewport);
      expect(await isInView(page, button('consent'))).toBe(true);
      expect(await isInView(page, button('cancel'))).toBe(true);
      expect(await overflowing(page)).toEqual([]);
    }
    await context.close();
  });

  test('hides nothing behind the buttons: with letters at 200 %, they stand at the end', async () => {
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

test('an optional item is agreed to by ticking it, without scripts as well', async () => {
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

test('the privacy notice opens a window of its own; in a WebView it does not', async () => {
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
