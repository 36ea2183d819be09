import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { startInApp, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { newSubscriber, requestsOn } from '../support/fixtures/phones.ts';
import { authorizeUrl } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

const world = useBrowserWorld({ local: true });
let context: BrowserContext;
let page: Page;
let refusals: string[];

async function open(options = {}): Promise<void> {
  await world.clock.advance(10);
  context = await world.open(options);
  refusals = watchRefusals(context);
  page = await context.newPage();
}
afterEach(async () => {
  await context.close();
  expect(refusals).toEqual([]);
});

/** A phone that says nothing. @returns its number. */
async function wait(): Promise<string> {
  const person = await newSubscriber(world, 'waits');
  await startLogin(page, world);
  await submitSignIn(page, person);
  await page.waitForSelector('.match');
  return person.phoneNo;
}

/** As {@link wait}, until the page's first poll has ended: a moved clock would abort an open one. */
async function waitForPoll(): Promise<string> {
  const polled = page.waitForResponse('**/authorize/status?**');
  const phoneNo = await wait();
  await (await polled).finished();
  return phoneNo;
}

const picture = '.look svg';
const help = '#help';
const shown = async () => [await page.isVisible(picture), await page.isVisible(help)];
const status = () => page.locator('#phone-status').innerText();

describe('the waiting page without a response', () => {
  test('shows a picture after ten seconds and help after twenty, without moving buttons', async () => {
    await open();
    await page.clock.install();
    await waitForPoll();
    const places = () =>
      page
        .locator('.card :is(a, button):visible')
        .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top));
    const before = await places();
    expect(await shown()).toEqual([false, false]);
    await page.clock.fastForward(10_000);
    expect(await shown()).toEqual([true, false]);
    expect(await status()).toBe('휴대폰의 응답을 기다리고 있습니다.');
    await page.clock.fastForward(10_000);
    expect(await shown()).toEqual([true, true]);
    expect(await status()).toBe('아래 도움말을 확인해 주세요.');
    const again = 'form[action$="/again"] button';
    expect(await page.isVisible(again)).toBe(false);
    await page.clock.fastForward(10_000);
    expect(await page.isVisible(again)).toBe(true);
    expect((await places()).slice(0, before.length)).toEqual(before);
  });

  test('shows no help while a pointer is on the content below', async () => {
    await open();
    await page.clock.install();
    await waitForPoll();
    await page.hover('.foot a');
    await page.clock.fastForward(25_000);
    expect(await shown()).toEqual([false, false]);
    await page.mouse.move(0, 0);
    await page.clock.fastForward(1_000);
    expect(await shown()).toEqual([true, true]);
  });

  test('announces once that sixty and twenty seconds are left', async () => {
    await open();
    await page.clock.install();
    await waitForPoll();
    const said = () => page.locator('#soon').textContent();
    await page.clock.fastForward(50_000);
    expect(await said()).toBe('');
    await page.clock.runFor(15_000);
    expect(await said()).toMatch(/^(?:60|59)초 남았습니다\.$/);
    await page.clock.runFor(40_000);
    expect(await said()).toMatch(/^(?:20|19)초 남았습니다\.$/);
  });

  test('resends by one button, which replaces the first request, and waits for the second', async () => {
    await open();
    await page.clock.install();
    const phoneNo = await waitForPoll();
    await world.clock.advance(31);
    await page.clock.fastForward(31_000);
    await page.click('form[action$="/again"] button');
    const requests = () => requestsOn(world, phoneNo);
    await expect
      .poll(async () => (await requests()).map((request) => request.status))
      .toEqual(['pending', 'cancelled']);
    const [second] = await requests();
    await expect.poll(() => page.title()).toBe(`${second?.match} · Sandbox 앱에서 승인해 주세요`);
  });

  test('closes its socket before the form resends', async () => {
    await open();
    await page.clock.install();
    await page.addInitScript(() => {
      const { close } = WebSocket.prototype;
      WebSocket.prototype.close = function () {
        document.title = 'closed';
        close.call(this);
      };
    });
    await wait();
    await page.clock.fastForward(30_000);
    const sent = Promise.withResolvers<void>();
    await page.route('**/again', async (route) => {
      await sent.promise;
      await route.continue();
    });
    const pressed = page.click('form[action$="/again"] button');
    await page.waitForFunction(() => document.title === 'closed');
    sent.resolve();
    await expect(pressed).resolves.toBeUndefined();
  });

  test('shows the same after a reload without scripts, whose refresh can be stopped', async () => {
    await open({ javaScriptEnabled: false });
    await wait();
    const look = async (seconds: number, address = page.url()) => {
      await world.clock.advance(seconds);
      await page.goto(address);
      return shown();
    };
    expect(await look(0)).toEqual([false, false]);
    expect(await look(10)).toEqual([true, false]);
    expect(await look(10)).toEqual([true, true]);
    const reloads = page.locator('meta[http-equiv=refresh]');
    expect(await reloads.count()).toBe(1);
    await page.click('noscript .way');
    expect(await reloads.count()).toBe(0);
    await page.click('noscript .button-quiet');
    expect(await reloads.count()).toBe(0);
  });
});

test('the waiting page of an app-initiated request shows help for its likely problems', async () => {
  await open();
  await page.clock.install();
  await page.goto(authorizeUrl(world, { prompt: 'login' }));
  await startInApp(page, 'S');
  await page.waitForSelector('#phone-status');
  expect(await page.isVisible(help)).toBe(false);
  await page.clock.fastForward(20_000);
  expect(await page.locator(help).innerText()).toBe('앱이 열리지 않나요?');
  expect(await page.locator('form[action$="/again"]').count()).toBe(0);
});
