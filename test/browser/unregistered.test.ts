import { beforeEach, expect, test } from 'vitest';
import { startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { changeSubscriber, newSubscriber } from '../support/fixtures/phones.ts';
import { useBrowserWorld } from './support/browser-world.ts';
import { usePage } from './support/use-page.ts';

const world = useBrowserWorld({ local: true });
const { context, page } = usePage(world);
let asked: number;

beforeEach(async () => {
  await page.clock.install();
  asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/again')) asked += 1;
  });
});

/** @returns the number of a user without the app, whose page is shown. */
async function begin(): Promise<string> {
  const person = await newSubscriber(world, 'unregistered');
  await startLogin(page, world);
  await submitSignIn(page, person);
  await page.waitForSelector('#again');
  return person.phoneNo;
}

/** The user looks at another page for this time, in milliseconds. Chromium without a window never hides a page by itself. */
async function goAway(milliseconds: number): Promise<void> {
  const hide = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await page.clock.fastForward(milliseconds);
  await world.clock.advance(milliseconds / 1000);
  await hide(false);
}

test('a user who returns with the app installed gets the request automatically', async () => {
  const phoneNo = await begin();
  expect(await page.locator('#returns').innerText()).toContain('자동으로 다시 확인합니다');
  await changeSubscriber(world, phoneNo, { behaviour: 'waits' });
  await goAway(60_000);
  await page.waitForSelector('.match');
  expect(asked).toBe(1);
});

test('a user who only looks at another tab causes no request', async () => {
  await begin();
  await goAway(2_000);
  await goAway(2_000);
  expect(asked).toBe(0);
});

test('the automatic request is sent three times per sign-in over all tabs, and then by the button', async () => {
  await begin();
  const address = page.url();
  for (const count of [1, 2, 3]) {
    const answered = page.waitForResponse((response) => response.url().includes('/wait?'));
    await goAway(60_000);
    await answered;
    await page.waitForSelector('#again');
    expect(asked).toBe(count);
  }
  expect(await page.locator('#returns').count()).toBe(0);
  const second = await context.newPage();
  await second.goto(address);
  expect(await second.locator('#returns').count()).toBe(0);
  await goAway(60_000);
  expect(asked).toBe(3);
  await page.click('#again button');
  await page.waitForSelector('h1');
  expect(asked).toBe(4);
});
