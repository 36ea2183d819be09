import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { button, submitSignIn } from '../support/people/browser-steps.ts';
import { approveOn, newSubscriber } from '../support/people/phones.ts';
import { useBrowserWorld, watchRefusals } from '../support/world/browser-world.ts';

/** A page of another site, which opens windows, and the copy of ours to which it would lead them. */
const site = 'https://shop.example.net/';
const copy = `${site}copy`;

const world = useBrowserWorld({
  elsewhere: () =>
    new Response('<!doctype html><title>Elsewhere</title>', {
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    }),
});
let context: BrowserContext;
let opener: Page;
let refusals: string[];

beforeEach(async () => {
  await world.clock.advance(10);
  context = await world.open();
  refusals = watchRefusals(context);
  opener = await context.newPage();
});
afterEach(async () => {
  await context.close();
  expect(refusals).toEqual([]);
});

/** Opens a popup as a page of another site does, and keeps hold of it. */
async function open(address: string): Promise<Page> {
  await opener.goto(site);
  const opening = context.waitForEvent('page');
  await opener.evaluate((url) => void Object.assign(globalThis, { opened: window.open(url) }), address);
  return opening;
}

/** Whether the opener has lost its hold of the popup. */
const seesClosed = () => opener.evaluate(() => (globalThis as unknown as { opened: Window }).opened.closed);

/** The opener leads the popup to the copy. @returns where the popup is once another one, sent there later, has arrived. */
async function swap(popup: Page): Promise<string> {
  const opening = context.waitForEvent('page');
  await opener.evaluate((url) => {
    (globalThis as unknown as { opened: Window }).opened.location.href = url;
    window.open(url);
  }, copy);
  const later = await opening;
  await later.waitForURL(copy);
  await later.close();
  return popup.url();
}

test('swaps a page that is not ours', async () => {
  const popup = await open(`${site}sign-in`);
  expect(await seesClosed()).toBe(false);
  expect(await swap(popup)).toBe(copy);
});

test('swaps none of ours: form, wait and consent stay, while the person looks at the phone', async () => {
  const person = await newSubscriber(world, 'waits');
  const popup = await open(`${world.gateway}/auth/login?return_to=/auth/session`);
  await popup.waitForSelector(button('sign-in'));
  expect(await seesClosed()).toBe(true);
  const signIn = popup.url();
  expect(await swap(popup)).toBe(signIn);
  await submitSignIn(popup, person);
  await popup.waitForSelector('.match');
  const wait = popup.url();
  expect(await swap(popup)).toBe(wait);
  await approveOn(world, person.phoneNo);
  await popup.waitForSelector(button('consent'));
  const consent = popup.url();
  expect(await swap(popup)).toBe(consent);
  await popup.click(button('consent'));
  await popup.waitForURL(`${world.gateway}/auth/session`);
});

test('swaps no failure page of the gateway', async () => {
  const failure = `${world.gateway}/auth/callback?code=1&state=1`;
  const popup = await open(failure);
  await popup.waitForSelector('h1');
  expect(await swap(popup)).toBe(failure);
});
