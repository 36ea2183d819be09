import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { applicationKvKey } from '../../workers/service/registry/applications.ts';
import { button, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { authorizeUrl, people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

/** An application on a host of its own, whose callback redirects to yet another host. */
const callback = 'https://application.example.net/callback';
const welcome = 'https://www.example.org/welcome';
const frames = 'https://frames.example.net/';
const html = { 'Content-Type': 'text/html; charset=utf-8' };

const world = useBrowserWorld({ elsewhere });
let context: BrowserContext;
let page: Page;
let refusals: string[];
/** The markup of the frame on the page `frames`. */
let framed = '';

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
  page = await context.newPage();
});
afterEach(() => context.close());

function elsewhere(url: URL): Response {
  const target = new URL(welcome);
  target.search = url.search;
  if (url.href.startsWith(callback)) return Response.redirect(target.href);
  const frame = url.href === frames ? `<iframe src="${framed}"></iframe>` : '';
  return new Response(`<!doctype html><title>Elsewhere</title>${frame}`, { headers: html });
}

const startAtBank = () =>
  page.goto(authorizeUrl(world, { client_id: world.applications.bank.client_id, redirect_uri: callback }));

const isWelcome = () => page.waitForURL((url) => url.href.startsWith(welcome));

test("form-action allows the consent's redirects to the application and on to another host", async () => {
  await startAtBank();
  await submitSignIn(page, people.hana);
  await page.click(button('consent'));
  await isWelcome();
  const { code, state } = Object.fromEntries(new URL(page.url()).searchParams);
  expect(code).toBeTruthy();
  expect(state).toBe('a state');
  expect(await page.evaluate(() => document.referrer)).toBe('');
  expect(refusals).toEqual([]);
});

test("form-action allows the sign-in form's redirects for a user who has agreed", async () => {
  await startAtBank();
  await submitSignIn(page, people.hana);
  await isWelcome();
  expect(refusals).toEqual([]);
});

test("form-action allows the cancel button's redirects", async () => {
  await startAtBank();
  await page.click(button('cancel'));
  await isWelcome();
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
  expect(refusals).toEqual([]);
});

test('no page of the sign-in, and no failure page of the gateway, can be framed', async () => {
  expect(await frameOf(welcome)).toBe(welcome);
  await startLogin(page, world);
  const signIn = page.url();
  await submitSignIn(page, people.daegi);
  await page.waitForSelector('.match');
  const wait = page.url();
  await startLogin(page, world);
  await submitSignIn(page, people.john);
  await page.waitForSelector(button('consent'));
  const consent = page.url();
  const failure = `${world.gateway}/auth/callback?code=1&state=1`;
  for (const address of [signIn, wait, consent, failure])
    expect(await frameOf(address), address).toMatch(/^chrome-error:/);
});

test("no page or response can be embedded in another origin's page", async () => {
  await startLogin(page, world);
  const pages = [page.url(), `${world.gateway}/auth/callback?code=1&state=1`];
  const answers = [`${world.gateway}/auth/session`, `${world.service}/.well-known/jwks.json`];
  const other = await context.newPage();
  await other.goto(welcome);
  const loads = (address: string) =>
    other.evaluate((url) => fetch(url, { mode: 'no-cors' }).then(String, String), address);
  expect(await loads(welcome)).toBe('[object Response]');
  for (const address of [...pages, ...answers])
    expect(await loads(address), address).toBe('TypeError: Failed to fetch');
  expect(refusals).toEqual([]);
});

test('no script of a page gets access to the device, whatever the user has allowed', async () => {
  await context.grantPermissions(['geolocation', 'clipboard-read', 'camera', 'microphone']);
  await context.setGeolocation({ latitude: 37.5, longitude: 127 });
  const given = () =>
    page.evaluate(async () => {
      const { geolocation, clipboard, mediaDevices } = navigator;
      const asked = {
        geolocation: new Promise((resolve, reject) => geolocation.getCurrentPosition(resolve, reject)),
        clipboard: clipboard.readText(),
        camera: mediaDevices.getUserMedia({ video: true }),
        microphone: mediaDevices.getUserMedia({ audio: true }),
      };
      const answers = Object.entries(asked).map(([name, answer]) =>
        answer.then(
          () => [name],
          () => [],
        ),
      );
      return (await Promise.all(answers)).flat();
    });
  await page.goto(welcome);
  expect(await given()).toEqual(expect.arrayContaining(['geolocation', 'clipboard']));
  await startLogin(page, world);
  expect(await given()).toEqual([]);
  await page.goto(`${world.gateway}/auth/callback?code=1&state=1`);
  expect(await given()).toEqual([]);
});

/** The address of a frame on another site's page, after it was sent to an address. */
async function frameOf(address: string): Promise<string | undefined> {
  framed = address;
  const other = await context.newPage();
  await other.goto(frames);
  const [, frame] = other.frames();
  await other.close();
  return frame?.url();
}
