import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { applicationKey } from '../../workers/service/shared/applications.ts';
import { button, startLogin, submitSignIn } from '../support/people/browser-steps.ts';
import { authorizeUrl, people } from '../support/people/sign-in.ts';
import { useBrowserWorld, watchRefusals } from '../support/world/browser-world.ts';

/** An application on a host of its own, which goes on from its callback to yet another host. */
const callback = 'https://application.example.net/callback';
const welcome = 'https://www.example.org/welcome';
const frames = 'https://frames.example.net/';
const html = { 'Content-Type': 'text/html; charset=utf-8' };

const world = useBrowserWorld({ elsewhere });
let context: BrowserContext;
let page: Page;
let refusals: string[];
/** What the page at `frames` puts into a frame. */
let framed = '';

beforeAll(async () => {
  const { client_id } = world.applications.bank;
  const kv: KVNamespace = (await world.env('plid-service-authorize')).APPLICATIONS;
  const record = await kv.get<object>(applicationKey(client_id), 'json');
  await kv.put(applicationKey(client_id), JSON.stringify({ ...record, redirect_uris: [callback] }));
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

test('form-action lets the consent reach the application, and where that goes on to on another host', async () => {
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

test('so does the sign-in form itself, for one who has agreed before', async () => {
  await startAtBank();
  await submitSignIn(page, people.hana);
  await isWelcome();
  expect(refusals).toEqual([]);
});

test('so does cancelling', async () => {
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

/** Where a frame on another site's page is, after it was sent to an address. */
async function frameOf(address: string): Promise<string | undefined> {
  framed = address;
  const other = await context.newPage();
  await other.goto(frames);
  const [, frame] = other.frames();
  await other.close();
  return frame?.url();
}
