import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { button, signedInUser, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { approveFirstOn, newSubscriber } from '../support/fixtures/phones.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld } from './support/browser-world.ts';

/** A phone at the edge of its cell: milliseconds, and bytes per second. */
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const world = useBrowserWorld();
let context: BrowserContext;
let page: Page;
let sent: string[];

beforeEach(async () => {
  await world.clock.advance(10);
  context = await world.open();
  page = await context.newPage();
  sent = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
});
afterEach(() => context.close());

test('on a slow network each form is sent once, and its button shows progress', async () => {
  const network = await context.newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', slow);
  await startLogin(page, world);
  await page.fill('[name=name]', people.hana.name);
  await page.fill('[name=phoneNo]', people.hana.phoneNo);
  await page.check(`[name=telcoCd][value=${people.hana.telcoCd}]`);
  // The page itself records this: when a busy machine asks, the answer may already be here.
  await page.evaluate(() =>
    addEventListener('submit', ({ submitter }) =>
      sessionStorage.setItem('busy', String(submitter?.getAttribute('aria-busy'))),
    ),
  );
  await page.dblclick(button('sign-in'), { noWaitAfter: true });
  await page.waitForSelector(button('consent'));
  expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('true');
  await page.dblclick(button('consent'), { noWaitAfter: true });
  expect(await signedInUser(page, world)).toMatchObject({ name: '김하나' });
  expect(sent).toEqual(['sign-in', 'consent']);
});

test('on a slow network a button without a result can be pressed again after ten seconds', async () => {
  await page.clock.install();
  await startLogin(page, world);
  await page.route('**/sign-in', (route) => route.abort());
  await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault()));
  await page.click(button('sign-in'));
  expect(await page.getAttribute(button('sign-in'), 'aria-busy')).toBe('true');
  await page.clock.fastForward(10_000);
  expect(await page.getAttribute(button('sign-in'), 'aria-busy')).toBeNull();
});

test('on a slow network the waiting page repeats a lost poll, and continues after the answer', async () => {
  const person = await newSubscriber(world, 'waits', false);
  await page.clock.install();
  await startLogin(page, world);
  await submitSignIn(page, person);
  await page.waitForSelector('.match');
  let questions = 0;
  await page.route('**/authorize/status**', (route) => {
    questions += 1;
    return questions === 1 ? undefined : route.continue();
  });
  await page.reload();
  await expect.poll(() => questions).toBe(1);
  await approveFirstOn(world, person.phoneNo);
  await page.clock.fastForward(15_000);
  // A page without an answer waits longer.
  await expect
    .poll(async () => {
      await page.clock.fastForward(1_000);
      return questions;
    })
    .toBe(2);
  await page.waitForSelector(button('consent'));
});
