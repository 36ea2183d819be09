import { expect, test } from 'vitest';
import { button } from '../../test/support/fixtures/browser-steps.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { expectText, isTooWide, logIn, logOut } from './sample-steps.ts';
import { testDisconnect } from './sample-tests.ts';
import { startSampleWorld } from './sample-world.ts';

const world = useStarted(() => startSampleWorld('single-page', { isBehindGateway: true }));

test('a user signs in and returns to the same page, navigates without reloading, and signs out', async () => {
  const tab = await world.open({ viewport: { width: 360, height: 740 } });
  await tab.goto(`${world.home}/orders`);
  await expectText(tab, 'You are not signed in.');
  await logIn(tab, people.duri);
  await expectText(tab, 'Orders of 이두리: none yet.');
  expect(tab.url()).toBe(`${world.home}/orders`);
  await tab.evaluate(() => Object.assign(window, { isStillTheSamePage: true }));
  await tab.getByText('Home').click();
  await expectText(tab, 'Hello, 이두리.');
  expect(tab.url()).toBe(`${world.home}/`);
  await tab.goBack();
  await expectText(tab, 'Orders of 이두리: none yet.');
  await tab.goForward();
  expect(await isTooWide(tab)).toBe(false);
  await logOut(tab);
  expect(await tab.evaluate(() => 'isStillTheSamePage' in window)).toBe(true);
  await tab.reload();
  await expectText(tab, 'You are not signed in.');
});

test("an invalid path doesn't stop the server", async () => {
  const answer = await fetch(`${world.listensAt}//`).catch(() => undefined);
  expect(answer?.status).toBe(200);
  expect((await fetch(`${world.listensAt}/`)).status).toBe(200);
});

test('a user who denies on the phone is informed by the gateway, and can return', async () => {
  const tab = await world.open();
  await tab.goto(`${world.home}/orders`);
  await logIn(tab, people.geojeol);
  await tab.locator('a[href="/orders"]').click();
  await expectText(tab, 'You are not signed in.');
  expect(tab.url()).toBe(`${world.home}/orders`);
});

test('a user who cancels returns to the same page, signed out', async () => {
  const tab = await world.open();
  await tab.goto(`${world.home}/orders`);
  await tab.getByText('Sign in with your phone number').click();
  await tab.click(button('cancel'));
  await expectText(tab, 'You are not signed in.');
  expect(tab.url()).toBe(`${world.home}/orders`);
});

testDisconnect(world);

test("while the session can't be checked (503), the page shows an error and offers a retry", async () => {
  const tab = await world.open();
  await tab.route('**/auth/session', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await tab.goto(world.home);
  await tab.getByRole('alert').waitFor();
  await tab.getByText('Try again').click();
  await expectText(tab, 'You are not signed in.');
});

test('a sign-out in another tab is shown when the user returns to this one', async () => {
  const tab = await world.open();
  await tab.goto(world.home);
  await logIn(tab, people.hana);
  await expectText(tab, 'Hello, 김하나.');
  const other = await tab.context().newPage();
  await other.goto(world.home);
  await other.getByText('Sign out').click();
  await expectText(other, 'You are not signed in.');
  await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectText(tab, 'You are not signed in.');
});
