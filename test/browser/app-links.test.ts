import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applicationKvKey } from '../../workers/service/registry/applications.ts';
import { agreeIfAsked, button, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { App } from '../support/fixtures/native-app.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { authorizeUrl, type Person, people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

const callback = 'https://application.example.net/callback';
const appLink = 'com.example.app:/signed-in';

/** Destinations of an application's callback other than https. */
const destinations = [
  { kind: 'a custom scheme', destination: appLink },
  { kind: 'an intent of Android', destination: 'intent://signed-in/' },
  { kind: 'plain http on loopback', destination: 'http://127.0.0.1:8000/signed-in' },
  { kind: 'plain http elsewhere', destination: 'http://m.example.net/signed-in' },
];

let context: BrowserContext;
let page: Page;
let refusals: string[];
/** Every address that the browser was sent to, app links included, once that has ended: an earlier click can be lost. */
let visited: string[];
let redirectTo = appLink;

const vars = { APP_LINKS: appLink };
const world = useBrowserWorld({
  overrides: { 'plid-gateway-login': { vars }, 'plid-gateway-callback': { vars } },
  elsewhere: ({ href, search }) =>
    href.startsWith(callback)
      ? new Response(null, { status: 302, headers: { Location: redirectTo + search } })
      : new Response('Elsewhere'),
});
beforeAll(async () => {
  const { client_id } = world.applications.bank;
  const kv: KVNamespace = (await world.env('plid-service-authorize')).APPLICATIONS;
  const record = await kv.get<object>(applicationKvKey(client_id), 'json');
  await kv.put(applicationKvKey(client_id), JSON.stringify({ ...record, redirect_uris: [callback] }));
});
beforeEach(async () => {
  await world.clock.advance(10);
  context = await world.open();
  refusals = watchRefusals(context);
  visited = [];
  recordVisits(context);
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  expect(refusals).toEqual([]);
});

const startAtBank = () =>
  page.goto(authorizeUrl(world, { client_id: world.applications.bank.client_id, redirect_uri: callback }));

function recordVisits(browser: BrowserContext): void {
  for (const ended of ['requestfinished', 'requestfailed'] as const)
    browser.on(ended as 'requestfinished', (request) => void visited.push(request.url()));
}

/** Expects that the browser was sent to an address with this beginning so many times, once it was at least that many. */
async function expectVisits(start: string, count: number): Promise<void> {
  await expect.poll(() => visited.filter((url) => url.startsWith(start)).length).toBe(count);
}

describe.each(destinations)('a callback that redirects to $kind is reached', ({ destination }) => {
  let person: Person;
  beforeAll(async () => {
    redirectTo = destination;
    person = await newSubscriber(world);
  });

  test('from the consent page', async () => {
    await startAtBank();
    await submitSignIn(page, person);
    await page.click(button('consent'));
    await expectVisits(destination, 1);
  });

  test('from the sign-in page, if the phone answers before the waiting page checks', async () => {
    await startAtBank();
    await submitSignIn(page, person);
    await expectVisits(destination, 1);
  });

  test('from the cancel button', async () => {
    await startAtBank();
    await page.click(button('cancel'));
    await expectVisits(destination, 1);
  });
});

describe('after an app link the page and its button still work', () => {
  const tenSeconds = 10_000;
  beforeEach(async () => {
    redirectTo = appLink;
    await page.clock.install();
  });

  test.each(['consent', 'cancel'] as const)('%s', async (form) => {
    await startAtBank();
    if (form === 'consent') await submitSignIn(page, await newSubscriber(world));
    await page.click(button(form));
    await expectVisits(appLink, 1);
    await page.click(button(form));
    await page.clock.fastForward(tenSeconds);
    await page.click(button(form));
    await expectVisits(appLink, 2);
  });
});

describe('the redirect to an app link', () => {
  const startInApp = async () => page.goto((await new App(world).start({ app_link: appLink })).authorize_url);

  test('runs by itself, and again when its link is tapped', async () => {
    await startInApp();
    await submitSignIn(page, people.hana);
    await agreeIfAsked(page);
    await page.waitForURL(`${world.gateway}/auth/callback?**`);
    await expectVisits(`${appLink}?code=`, 1);
    await page.getByRole('link', { name: '앱 열기' }).click();
    await expectVisits(`${appLink}?code=`, 2);
  });

  test('works without scripts', async () => {
    const browser = await world.open({ javaScriptEnabled: false });
    recordVisits(browser);
    page = await browser.newPage();
    await startInApp();
    await page.click(button('cancel'));
    await expectVisits(`${appLink}?state=`, 1);
    await page.getByRole('link', { name: '앱 열기' }).click();
    await expectVisits(`${appLink}?state=`, 2);
    await browser.close();
  });
});
