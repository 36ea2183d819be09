import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { button, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { approveOn, newSubscriber } from '../support/fixtures/phones.ts';
import { authorizeUrl, people } from '../support/fixtures/sign-in.ts';
import { administer, registerApplication } from '../support/requests/operator-requests.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

/** A page of another site, which opens windows, and the copy of plid's page to which it would redirect them. */
const site = 'https://shop.example.net/';
const copy = `${site}copy`;

/** The end of its sign-ins: a page that sends a message to its opener. */
const callback = `${site}signed-in`;
const tells = `<script>
  const answer = Object.fromEntries(new URLSearchParams(location.search));
  window.opener?.postMessage(answer, location.origin);
</script>`;
const hears = `<script>
  window.heard = new Promise((resolve) =>
    addEventListener('message', ({ origin, data }) => origin === location.origin && resolve(data)));
</script>`;

const elsewhere = ({ href }: URL) =>
  new Response(`<!doctype html><title>Shop</title>${href.startsWith(callback) ? tells : hears}`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
const world = useBrowserWorld({ elsewhere });
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

/** Opens a popup as a page of another site does, and keeps a reference to it. */
async function open(address: string): Promise<Page> {
  await opener.goto(site);
  const opening = context.waitForEvent('page');
  await opener.evaluate((url) => void Object.assign(globalThis, { opened: window.open(url) }), address);
  return opening;
}

/** Whether the opener has lost its reference to the popup. */
const seesClosed = () => opener.evaluate(() => (globalThis as unknown as { opened: Window }).opened.closed);

/** Lets the opener redirect the popup to the copy. @returns the popup's address once another popup, redirected later, has arrived. */
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

test('a page of another site can be swapped by its opener', async () => {
  const popup = await open(`${site}sign-in`);
  expect(await seesClosed()).toBe(false);
  expect(await swap(popup)).toBe(copy);
});

test("pages of the service can't be swapped by their opener: form, waiting page, and consent stay", async () => {
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

test("a failure page of the gateway can't be swapped by its opener", async () => {
  const failure = `${world.gateway}/auth/callback?code=1&state=1`;
  const popup = await open(failure);
  await popup.waitForSelector('h1');
  expect(await swap(popup)).toBe(failure);
});

describe('a sign-in in a pop-up', () => {
  /** An application at the site. @returns the address of its sign-ins. */
  const register = async (described: object): Promise<string> => {
    const { client_id } = await registerApplication(world, { redirect_uris: [callback], ...described });
    return authorizeUrl(world, { client_id, redirect_uri: callback });
  };
  /** Signs in from the form to the callback, with the phone in between. @returns whether the opener kept its reference at each page. */
  const signIn = async (popup: Page): Promise<boolean[]> => {
    const person = await newSubscriber(world, 'waits');
    await popup.waitForSelector(button('sign-in'));
    const kept = [!(await seesClosed())];
    await submitSignIn(popup, person);
    await popup.waitForSelector('.match');
    kept.push(!(await seesClosed()));
    await approveOn(world, person.phoneNo);
    await popup.waitForSelector(button('consent'));
    kept.push(!(await seesClosed()));
    await popup.click(button('consent'));
    await popup.waitForURL((url) => url.href.startsWith(callback));
    return [...kept, !(await seesClosed())];
  };

  test('reports to its opener if the application is registered for it', async () => {
    const popup = await open(await register({ popup: true }));
    expect(await signIn(popup)).toEqual([true, true, true, true]);
    const heard = await opener.evaluate(() => (globalThis as unknown as { heard: Promise<unknown> }).heard);
    expect(heard).toEqual({ code: expect.any(String), state: 'a state' });
  });

  test('also works without that, but its opener has lost it', async () => {
    const popup = await open(await register({}));
    expect(await signIn(popup)).toEqual([false, false, false, false]);
    expect(await popup.evaluate(() => (globalThis as unknown as Window).opener)).toBe(null);
  });
});

describe('a sign-in in a pop-up at a gateway with POPUP', () => {
  const vars = { POPUP: 'Y' };
  const popups = useBrowserWorld({
    elsewhere,
    overrides: { 'plid-gateway-login': { vars }, 'plid-gateway-callback': { vars } },
  });
  beforeAll(async () => {
    const changed = await administer(popups, 'PATCH', `/${popups.applications.shop.client_id}`, {
      body: { popup: true },
    });
    expect(changed.status).toBe(200);
    await popups.clock.advance(60);
  });
  beforeEach(async () => {
    await context.close();
    context = await popups.open();
    refusals = watchRefusals(context);
    opener = await context.newPage();
  });

  test('keeps its opener to the end, over a denial, its failure page, and another attempt', async () => {
    const popup = await open(`${popups.gateway}/auth/login?return_to=/auth/session`);
    await submitSignIn(popup, people.geojeol);
    await popup.waitForURL(`${popups.gateway}/auth/callback?**`);
    expect(await seesClosed()).toBe(false);
    await popup.click('a[href^="/auth/login"]');
    await submitSignIn(popup, await newSubscriber(popups));
    await popup.click(button('consent'));
    await popup.waitForURL(`${popups.gateway}/auth/session`);
    expect(await seesClosed()).toBe(false);
  });
});
