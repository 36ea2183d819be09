import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { button, goTo, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { authorizeUrl } from '../support/fixtures/sign-in.ts';
import { registerApplication } from '../support/requests/operator-requests.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts';

const application = 'https://application.example.net/callback';
const world = useBrowserWorld({
  elsewhere: () =>
    new Response('<!doctype html><title>Application</title>', { headers: { 'Content-Type': 'text/html' } }),
});
let context: BrowserContext;
let page: Page;
let refusals: string[];
let authenticator: CDPSession;
let id: string;

beforeEach(async () => {
  world.clock.advance(10);
  context = await world.open({ locale: 'en-US' });
  refusals = watchRefusals(context);
  page = await context.newPage();
  ({ session: authenticator, authenticatorId: id } = await addVirtualAuthenticator(page));
});
afterEach(async () => {
  expect(refusals).toEqual([]);
  await context.close();
});

/** Whether the user touches the authenticator whenever the browser asks for it. */
const touches = (enabled: boolean) =>
  authenticator.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled });
const credentials = async () =>
  (await authenticator.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials;
const passkeyButton = 'form[action$="/passkey"] button';
const atApplication = () => page.waitForURL(new RegExp(application));

/** Signs in by phone, up to the page that offers a passkey. @returns the address of the request. */
async function signInByPhone(): Promise<string> {
  const { client_id } = await registerApplication(world, { redirect_uris: [application], passkeys: true });
  const address = authorizeUrl(world, { client_id, redirect_uri: application });
  await touches(false);
  await page.goto(address);
  await submitSignIn(page, await newSubscriber(world), { autoLogin: true });
  await page.waitForSelector(button('consent'));
  await page.click(button('consent'));
  await page.waitForSelector('#create-button');
  await touches(true);
  return address;
}

test('a passkey is created after a sign-in by phone, and signs in with one button', async () => {
  const address = await signInByPhone();
  await page.click('#create-button');
  await atApplication();
  expect(await credentials()).toHaveLength(1);
  await context.clearCookies({ name: /plid-device/ });
  await touches(false);
  await goTo(page, address);
  await page.waitForSelector(passkeyButton, { state: 'visible' });
  expect(await page.locator('[name=phoneNo]').getAttribute('autocomplete')).toBe('tel webauthn');
  await touches(true);
  await page.click(passkeyButton);
  await atApplication();
  expect(new URL(page.url()).searchParams.has('code')).toBe(true);
});

test('the browser offers the passkey by itself, before the user presses anything', async () => {
  const address = await signInByPhone();
  await page.click('#create-button');
  await atApplication();
  await context.clearCookies({ name: /plid-device/ });
  await goTo(page, address);
  await atApplication();
  expect(new URL(page.url()).searchParams.has('code')).toBe(true);
});

test('without a passkey, the sign-in continues, and the browser isn’t asked again', async () => {
  await signInByPhone();
  await page.getByRole('button', { name: 'Continue without a passkey' }).click();
  await atApplication();
  expect(await credentials()).toHaveLength(0);
  const { value } =
    (await context.cookies(world.service)).find(({ name }) => name.endsWith('plid-passkey')) ?? {};
  expect(value).toBe('asked');
});

test('a user whom the device doesn’t recognize can try again or go on', async () => {
  await signInByPhone();
  await authenticator.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await page.click('#create-button');
  await page.getByText('No passkey was created.').waitFor();
  await authenticator.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true });
  await page.click('#create-button');
  await atApplication();
  expect(await credentials()).toHaveLength(1);
});

test('a device that has no passkeys continues by itself', async () => {
  const { client_id } = await registerApplication(world, { redirect_uris: [application], passkeys: true });
  await authenticator.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id });
  await page.goto(authorizeUrl(world, { client_id, redirect_uri: application }));
  await submitSignIn(page, await newSubscriber(world), { autoLogin: true });
  await page.waitForSelector(button('consent'));
  await page.click(button('consent'));
  await atApplication();
  expect(new URL(page.url()).searchParams.has('code')).toBe(true);
});

test('a passkey that has ended leaves the form, with the reason', async () => {
  const address = await signInByPhone();
  await page.click('#create-button');
  await atApplication();
  await context.clearCookies({ name: /plid-device/ });
  await touches(false);
  await world.clock.advance(181 * 86_400);
  await goTo(page, address);
  await page.waitForSelector(passkeyButton, { state: 'visible' });
  await touches(true);
  await page.click(passkeyButton);
  await touches(false);
  await page.getByText('This passkey can’t be used.').waitFor();
  expect(await page.locator('[name=phoneNo]').isVisible()).toBe(true);
});
