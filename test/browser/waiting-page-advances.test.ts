import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { button, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { approveFirstOn, newSubscriber, requestsOn } from '../support/fixtures/phones.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

const offline = /인터넷에 연결되어 있지 않습니다/;

describe.each([
  ['calls', true],
  ['does not call', false],
])('the waiting page, if the carrier %s,', (_, calls) => {
  const world = useBrowserWorld();
  let context: BrowserContext;
  let page: Page;
  let person: Awaited<ReturnType<typeof newSubscriber>>;
  /** The requests of each page to the service, and the sockets that it opens. */
  let asked: string[];
  let refusals: string[];

  beforeEach(async () => {
    await world.clock.advance(10);
    person = await newSubscriber(world, 'waits', calls);
    context = await world.open();
    refusals = watchRefusals(context);
    page = await context.newPage();
    asked = [];
    listen(page);
  });
  afterEach(async () => {
    await context.close();
    expect(refusals).toEqual([]);
  });

  function listen(each: Page): void {
    each.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
    each.on('websocket', (socket) => {
      asked.push('socket');
      socket.on('close', () => asked.push('socket closed'));
    });
  }

  async function begin(): Promise<void> {
    await startLogin(page, world);
    asked.length = 0;
    await submitSignIn(page, person);
    await page.waitForSelector('.match');
  }

  const isListening = () =>
    expect.poll(() => asked.filter((what) => what === 'status').length).toBeGreaterThan(0);

  const answer = () => approveFirstOn(world, person.phoneNo);

  const movesOn = (each = page) => each.waitForSelector(button('consent'));

  test('continues after the answer, and polls rarely', async () => {
    await begin();
    await isListening();
    await answer();
    await movesOn();
    expect(asked.filter((what) => what !== 'socket closed')).toEqual([
      ...['sign-in', 'wait', ...(calls ? ['socket'] : []), 'status'],
      ...['wait', 'consent'],
    ]);
  });

  test('shows that the network is lost, then found, and continues', async () => {
    await begin();
    await isListening();
    const region = page.locator('#phone-status');
    const before = await region.innerText();
    await context.setOffline(true);
    await expect.poll(() => region.innerText()).toMatch(offline);
    await answer();
    asked.length = 0;
    await page.evaluate(() =>
      new MutationObserver(([change]) =>
        sessionStorage.setItem('said', `${change?.target.textContent}`),
      ).observe(document.querySelector('#phone-status') as Element, { childList: true }),
    );
    await context.setOffline(false);
    await movesOn();
    expect(before).not.toMatch(offline);
    expect(await page.evaluate(() => sessionStorage.getItem('said'))).not.toMatch(offline);
  });

  test('continues in both tabs of one sign-in', async () => {
    await begin();
    const second = await context.newPage();
    listen(second);
    await second.goto(page.url());
    await expect.poll(() => asked.filter((what) => what === 'status').length).toBe(2);
    await answer();
    await Promise.all([movesOn(), movesOn(second)]);
  });

  test('stops while it is hidden, and checks when it is shown again', async () => {
    await begin();
    await isListening();
    asked.length = 0;
    await hide(page, true);
    if (calls) await expect.poll(() => asked).toContain('socket closed');
    await answer();
    expect(asked).toEqual(calls ? ['socket closed'] : []);
    asked.length = 0;
    await hide(page, false);
    await movesOn();
    expect(asked[0]).toBe(calls ? 'socket' : 'status');
  });

  test('waits again after the user left and came back', async () => {
    await begin();
    await isListening();
    await page.goto(`${world.service}/account`);
    await page.goBack();
    await page.waitForSelector('.match');
    asked.length = 0;
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await isListening();
    await answer();
    await movesOn();
  });

  test('polls if a proxy rejects every socket', async () => {
    await page.addInitScript(() => {
      const Real = WebSocket;
      window.WebSocket = class extends Real {
        constructor(address: string | URL) {
          super(String(address).replace('/waiting?', '/refused?'));
        }
      };
    });
    const held = page.waitForRequest((request) => request.headers().prefer === 'wait=10');
    await begin();
    await held;
    expect(asked.includes('socket')).toBe(calls);
    await answer();
    await movesOn();
  });

  test('makes six requests for a user who takes fifteen seconds', async () => {
    await page.clock.install();
    let questions = 0;
    const over = Promise.withResolvers<void>();
    if (!calls)
      await page.route('**/authorize/status?**', async (route) => {
        questions += 1;
        if (questions > 1) return route.continue();
        await over.promise;
        return route.fulfill({ json: { status: 'pending' } });
      });
    await begin();
    await isListening();
    await page.clock.fastForward(10_000);
    over.resolve();
    if (!calls) await expect.poll(() => questions).toBe(2);
    await page.clock.fastForward(5_000);
    await answer();
    await movesOn();
    expect(asked.filter((what) => what !== 'socket closed')).toHaveLength(6);
  });

  test.runIf(calls)('opens another socket after a deployment has closed it', async () => {
    await begin();
    await isListening();
    const [request] = await requestsOn(world, person.phoneNo);
    const { WAITING } = world.durableObjects;
    const object = WAITING.getByName(`${person.telcoCd} ${request?.id}`);
    await object.restart().catch(() => undefined);
    await expect.poll(() => asked).toContain('socket closed');
    asked.length = 0;
    await isListening();
    expect(asked).toEqual(['socket', 'status']);
    await answer();
    await movesOn();
  });
});

/** Chromium without a window never hides a page by itself. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
