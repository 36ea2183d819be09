import { expect, test } from 'vitest';
import { button, signedInUser, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { authorizeUrl } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

const world = useBrowserWorld({ local: true });
const inHand = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const appButton = '.card a.button:visible';

test("on one phone the page's button opens the app, whose approval returns to the page and continues", async () => {
  const context = await world.open(inHand);
  const refusals = watchRefusals(context);
  const page = await context.newPage();
  const person = await newSubscriber(world, 'waits');
  await startLogin(page, world);
  await submitSignIn(page, person);
  const match = await page.locator('.match').innerText();
  const [app] = await Promise.all([context.waitForEvent('page'), page.tap(appButton)]);
  await app.tap(`button[name=match][value="${match}"]`);
  await app.tap(button('consent'));
  expect(await signedInUser(app, world)).toMatchObject({ phoneNo: person.phoneNo });
  await context.close();
  expect(refusals).toEqual([]);
});

test('on one phone an app-initiated sign-in returns and continues without a number', async () => {
  const context = await world.open(inHand);
  const page = await context.newPage();
  const { phoneNo } = await newSubscriber(world, 'waits');
  await page.goto(authorizeUrl(world, { prompt: 'login' }));
  await page.tap('[name=telcoCd][value=S]');
  await page.tap('button[name=start]');
  const [app] = await Promise.all([context.waitForEvent('page'), page.tap(appButton)]);
  await app.tap(`button[name=phoneNo][value="${phoneNo}"]`);
  await app.locator('button[name=match]').tap();
  await app.waitForSelector(button('consent'));
  expect(new URL(app.url()).pathname).toBe('/oauth2/authorize/consent');
  await context.close();
});
