import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agreeIfAsked, signedInUser, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const world = useBrowserWorld();

/** Signs in. @returns the callback's address, as the browser visited it. */
async function signIn(page: Page): Promise<string> {
  const visited: string[] = [];
  page.on('request', (request) => void visited.push(request.url()));
  await startLogin(page, world);
  await submitSignIn(page, people.hana);
  await agreeIfAsked(page);
  await signedInUser(page, world);
  return visited.find((url) => url.includes('/auth/callback')) ?? '';
}

test('in Chromium, opening, reloading, and going back to the callback end signed in', async () => {
  const context = await world.open();
  const page = await context.newPage();
  const callback = await signIn(page);
  const user = await signedInUser(page, world);
  await page.goto(callback);
  expect(await signedInUser(page, world)).toEqual(user);
  await page.reload();
  await page.goBack();
  await page.goForward();
  expect(await signedInUser(page, world)).toEqual(user);
  await expect.poll(() => world.logs().match(/"session_started":1/g)).toHaveLength(1);
  await context.close();
});

test('in another Chromium the same URL is a Korean page that leads to a working sign-in', async () => {
  const context = await world.open();
  const callback = await signIn(await context.newPage());
  const other = await world.open();
  const page = await other.newPage();
  await page.goto(callback);
  expect(await page.locator('html').getAttribute('lang')).toBe('ko');
  await page.click('a.button');
  await submitSignIn(page, people.hana);
  await page.waitForURL(`${world.gateway}/**`);
  expect((await other.cookies()).map(({ name }) => name)).toContain('__Host-plid-session');
  await other.close();
  await context.close();
});
