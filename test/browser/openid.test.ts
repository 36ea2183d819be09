import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { button, signedInUser, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { openIdUrl, registerRelyingParty, requestIdToken } from '../support/fixtures/openid.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

/** A relying party on a host of its own, whose callback redirects to yet another host. */
const callback = 'https://application.example.net/callback';
const bye = 'https://application.example.net/bye';
const welcome = 'https://www.example.org/welcome';

const world = useBrowserWorld({
  elsewhere: (url) =>
    url.href.startsWith(callback)
      ? Response.redirect(welcome, 303)
      : new Response('<!doctype html><title>Elsewhere</title>', { headers: { 'Content-Type': 'text/html' } }),
});
let context: BrowserContext;
let page: Page;
let refusals: string[];

async function open(javaScriptEnabled: boolean): Promise<void> {
  context = await world.open({ javaScriptEnabled });
  refusals = watchRefusals(context);
  page = await context.newPage();
}
beforeEach(() => world.clock.advance(10));
afterEach(() => context.close());

const register = () =>
  registerRelyingParty(world, {
    redirect_uris: [callback],
    post_logout_redirect_uris: [bye],
    openid_automatic: true,
  });
type Application = Awaited<ReturnType<typeof register>>;

const openRequest = (application: Application, query: Record<string, string> = {}) =>
  page.goto(openIdUrl(world, application, { redirect_uri: callback, response_mode: 'form_post', ...query }));

/** The fields that the page posts to the callback next. */
async function postedNext(): Promise<Record<string, string>> {
  const posted = await page.waitForRequest(
    (request) => request.url() === callback && request.method() === 'POST',
  );
  expect(posted.headers()['content-type']).toBe('application/x-www-form-urlencoded');
  return Object.fromEntries(new URLSearchParams(posted.postData() ?? ''));
}

async function signIn(application: Application, query: Record<string, string> = {}) {
  await openRequest(application, query);
  await submitSignIn(page, await newSubscriber(world), { autoLogin: true });
  await page.waitForSelector(button('consent'));
  await page.click(button('consent'));
}

test('form_post posts the response by itself, under the CSP of its page', async () => {
  await open(true);
  const application = await register();
  const posting = postedNext();
  await signIn(application, { state: 'a b&c' });
  const { code = '', ...fields } = await posting;
  expect(fields).toEqual({ iss: world.service, state: 'a b&c' });
  expect((await requestIdToken(world, application, { code, redirect_uri: callback })).status).toBe(200);
  // The policy does not hold the callback's own redirect.
  await page.waitForURL(welcome);
  expect(refusals).toEqual([]);
});

test('form_post posts an error by itself', async () => {
  await open(true);
  const posting = postedNext();
  await openRequest(await register(), { prompt: 'none' });
  expect(await posting).toMatchObject({ error: 'login_required' });
  await page.waitForURL(welcome);
  expect(refusals).toEqual([]);
});

test('form_post posts the response by a button without scripts', async () => {
  await open(false);
  const application = await register();
  await openRequest(application, { prompt: 'none' });
  const posting = postedNext();
  await page.click('main button[type=submit]');
  expect(await posting).toMatchObject({ error: 'login_required' });
  await page.waitForURL(welcome);
});

/** Sends a form from another site's page. */
async function postFrom(site: string, action: string, fields: Record<string, string>): Promise<void> {
  await page.goto(site);
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  await page.evaluate(
    (form) => {
      document.body.innerHTML = form;
      document.querySelector('form')?.submit();
    },
    `<form method="post" action="${action}">${inputs.join('')}</form>`,
  );
}

test("another site's sign-out form with the id_token works, and no URL contains the token", async () => {
  await open(true);
  const application = await register();
  const posting = postedNext();
  await signIn(application);
  const { code = '' } = await posting;
  await page.waitForURL(welcome);
  const answer = await requestIdToken(world, application, { code, redirect_uri: callback });
  const { id_token } = (await answer.json()) as { id_token: string };
  const device = async () =>
    (await context.cookies(world.service)).filter(({ name }) => name.includes('plid-device-')).length;
  expect(await device()).toBe(1);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const fields = { id_token_hint: id_token, post_logout_redirect_uri: bye, state: 's' };
  await postFrom(welcome, `${world.service}/oauth2/openid/logout`, fields);
  await page.waitForURL(`${bye}?state=s`);
  expect(await device()).toBe(0);
  expect(addresses.filter((address) => address.includes(id_token.slice(0, 40)))).toEqual([]);
  expect(refusals).toEqual([]);
});

test("another site's sign-out form without an id_token asks at the gateway, and signs out by the button", async () => {
  await open(true);
  await startLogin(page, world);
  await submitSignIn(page, await newSubscriber(world));
  await page.waitForSelector(button('consent'));
  await page.click(button('consent'));
  await signedInUser(page, world);
  const session = async () =>
    (await context.cookies(world.gateway)).some(({ name }) => name.endsWith('plid-session'));
  await postFrom(welcome, `${world.gateway}/auth/oidc/logout`, {});
  await page.waitForSelector('form[action^="/auth/oidc/logout/confirm"]');
  expect(await session()).toBe(true);
  await page.click('form[action^="/auth/oidc/logout/confirm"] button');
  await page.waitForURL(`${world.gateway}/auth/oidc/logout`);
  expect(await session()).toBe(false);
  expect(refusals).toEqual([]);
});

test('pages of another origin can read the public documents, and nothing about a user', async () => {
  await open(true);
  await page.goto(welcome);
  const read = (address: string, init: { headers?: Record<string, string>; credentials?: 'include' } = {}) =>
    page.evaluate(
      ([url, options]) =>
        fetch(url, options).then(
          async (answer) => Object.keys(await answer.json()).length > 0,
          (failure: Error) => failure.message,
        ),
      [address, init] as const,
    );
  const { service, gateway } = world;
  const documents = [
    `${service}/.well-known/openid-configuration`,
    `${service}/.well-known/oauth-authorization-server`,
    `${service}/.well-known/jwks.json`,
    `${service}/oauth2/openid/jwks.json`,
    `${gateway}/auth/oidc/.well-known/openid-configuration`,
    `${gateway}/auth/oidc/jwks.json`,
  ];
  for (const address of documents) {
    expect(await read(address, { headers: { Accept: 'application/json' } }), address).toBe(true);
    expect(await read(address, { credentials: 'include' }), address).toBe('Failed to fetch');
  }
  for (const address of [`${service}/oauth2/userinfo`, `${gateway}/auth/oidc/userinfo`])
    expect(await read(address), address).toBe('Failed to fetch');
});
