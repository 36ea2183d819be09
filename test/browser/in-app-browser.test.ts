import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { agreeIfAsked, signedInUser, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { userAgentOf } from '../support/fixtures/user-agents.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const world = useBrowserWorld();
const phone = { viewport: { width: 360, height: 647 }, isMobile: true, hasTouch: true };

async function openLogin(userAgent: string): Promise<Page> {
  const context = await world.open({ ...phone, userAgent });
  const page = await context.newPage();
  await page.goto(`${world.gateway}/auth/login?return_to=/auth/session`);
  return page;
}

/** Signs in with a number of its own. The number is the first choice on the page. */
async function signInByNumber(page: Page): Promise<void> {
  expect(await page.locator('.app').count()).toBe(0);
  await submitSignIn(page, await newSubscriber(world));
  await agreeIfAsked(page);
  expect(await signedInUser(page, world)).toHaveProperty('plid');
}

const browsers = [
  ['KakaoTalk', 'Android'],
  ['NAVER', 'iOS'],
  ['Instagram', 'iOS'],
] as const;

describe.each(browsers)('the browser of %s on %s', (application, system) => {
  test('continues here after one page, and signs in with the number', async () => {
    const page = await openLogin(userAgentOf(application, system));
    expect(await page.context().cookies()).toEqual([]);
    await page.click('.actions a[href*="browser=current"]');
    await page.waitForURL(`${world.service}/oauth2/authorize?**`);
    await signInByNumber(page);
    await page.context().close();
  });
});

test('the browser of LINE opens the address of its link, at which the phone’s own browser signs in', async () => {
  const page = await openLogin(userAgentOf('LINE', 'Android'));
  const address = (await page.getAttribute('.actions a.button', 'href')) ?? '';
  expect(new URL(address).searchParams.get('openExternalBrowser')).toBe('1');
  await page.context().close();
  const own = await (await world.open(phone)).newPage();
  await own.goto(address);
  await submitSignIn(own, await newSubscriber(world));
  await agreeIfAsked(own);
  expect(await signedInUser(own, world)).toHaveProperty('plid');
  await own.context().close();
});
