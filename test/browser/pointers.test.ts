import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { button, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { approveOn, newSubscriber } from '../support/fixtures/phones.ts';
import { phone, useBrowserWorld } from './support/browser-world.ts';

const world = useBrowserWorld({ local: true });

/** Values of Blink's settings, from ui/base/pointer/pointer_device.h. */
const pointers = { coarse: 2, fine: 4 };
const hovers = { none: 1, hover: 2 };

/** What devices report, the commonest first: phones, Samsung's phones, computers, and some of Google's phones. */
const capabilities = [
  { pointer: 'coarse', hover: 'none' },
  { pointer: 'coarse', hover: 'hover' },
  { pointer: 'fine', hover: 'hover' },
  { pointer: 'fine', hover: 'none' },
] as const;
type Capability = (typeof capabilities)[number];

function switchOf({ pointer, hover }: Capability): string {
  const settings = {
    primaryPointerType: pointers[pointer],
    availablePointerTypes: pointers[pointer],
    primaryHoverType: hovers[hover],
    availableHoverTypes: hovers[hover],
  };
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return `--blink-settings=${pairs.join()}`;
}

const devices: Record<string, BrowserContextOptions> = {
  'a phone': { ...phone, viewport: { width: 360, height: 647 } },
  'a computer': { viewport: { width: 1280, height: 800 } },
};

let browsers: Browser[];
beforeAll(async () => {
  browsers = await Promise.all(capabilities.map((each) => world.startAnother([switchOf(each)])));
});
afterAll(() => Promise.all(browsers.map((browser) => browser.close())));

/** The visible controls and images of a page, in its order, by their texts without digits. */
const content = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(a, button, summary, label, strong[role], svg[role])',
      ),
    ]
      .filter((element) => element.checkVisibility())
      .map((element) => `${element.localName} ${element.textContent?.replaceAll(/\d/g, '0')}`),
  );

/** The form, the waiting page, and the consent of a new user. */
async function openPages(browser: Browser, device: string) {
  await world.clock.advance(60);
  const context = await browser.newContext({ locale: 'ko-KR', ...devices[device] });
  const page = await context.newPage();
  const person = await newSubscriber(world, 'waits');
  await startLogin(page, world);
  const form = await content(page);
  await submitSignIn(page, person);
  await page.waitForSelector('.match');
  const waiting = await content(page);
  await approveOn(world, person.phoneNo);
  await page.waitForSelector(button('consent'));
  const reported = await page.evaluate(() =>
    ['(pointer: coarse)', '(pointer: fine)', '(hover: none)', '(hover: hover)'].filter(
      (query) => matchMedia(query).matches,
    ),
  );
  const consent = await content(page);
  await context.close();
  return { reported, pages: { form, waiting, consent } };
}

describe.each(Object.keys(devices))('the content of the pages on %s', (device) => {
  test('depends on no pointer', async () => {
    const opened = [];
    for (const browser of browsers) opened.push(await openPages(browser, device));
    expect(opened.map(({ reported }) => reported)).toEqual(
      capabilities.map(({ pointer, hover }) => [`(pointer: ${pointer})`, `(hover: ${hover})`]),
    );
    const [first, ...others] = opened.map(({ pages }) => pages);
    for (const pages of others) expect(pages).toEqual(first);
    const starts = first?.form.filter((control) => /앱으로 로그인|QR/.test(control));
    expect(starts?.join()).toMatch(device === 'a phone' ? /앱으로 로그인/ : /QR/);
  });
});
