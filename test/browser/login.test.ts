import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  agreeIfAsked,
  button,
  consentBox,
  openPhone,
  signedInUser,
  startLogin,
  submitSignIn,
} from '../support/fixtures/browser-steps.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

const topologies = [
  { topology: 'the worker of each route', local: false },
  { topology: 'sandbox/local.ts', local: true },
];

describe.each(topologies)('a sign-in in Chromium, on $topology', ({ local }) => {
  const world = useBrowserWorld({ local });
  let context: BrowserContext;
  let refusals: string[];

  beforeEach(async () => {
    context = await world.open();
    refusals = watchRefusals(context);
  });
  afterEach(async () => {
    await context.close();
    expect(refusals).toEqual([]);
  });

  test('with an automatic approval returns decrypted attributes after consent under the CSP', async () => {
    const page = await context.newPage();
    await startLogin(page, world);
    await submitSignIn(page, { ...people.hana, phoneNo: '010-0000-0001' });
    await agreeIfAsked(page);
    expect(await signedInUser(page, world)).toMatchObject({
      name: '김하나',
      phoneNo: '01000000001',
      telcoCd: 'S',
      agegroup: '30',
    });
  });

  test('is approved on the phone, in another tab, by the number', async () => {
    const page = await context.newPage();
    await startLogin(page, world);
    await submitSignIn(page, people.daegi, { autoLogin: true });
    const match = await page.locator('.match').innerText();
    const phone = await openPhone(context, world, people.daegi);
    await phone.click(`button[name=match][value="${match}"]`);

    await page.bringToFront();
    await page.waitForURL('**/oauth2/authorize/consent**');
    expect(await page.isChecked(consentBox)).toBe(true);
    await page.click(button('consent'));
    const first = { name: '박대기', autoLoginYn: 'Y', autoStatusCheck: 'Y' };
    expect(await signedInUser(page, world)).toMatchObject(first);

    await page.evaluate(() =>
      fetch('/auth/logout', { method: 'POST', headers: { Accept: 'application/json' } }),
    );
    await startLogin(page, world);
    expect(await signedInUser(page, world)).toMatchObject({ ...first, autoStatusCheck: 'N' });
  });

  test('that is cancelled returns to the shop, and can be repeated', async () => {
    const page = await context.newPage();
    await page.goto(`${world.gateway}/auth/login?return_to=/robots.txt`);
    await page.click(button('cancel'));
    await page.waitForURL(`${world.gateway}/robots.txt`);
    await startLogin(page, world);
    await page.waitForURL(`${world.service}/oauth2/authorize?**`);
    expect(await page.locator('#phoneNo').inputValue()).toBe('');
  });

  test('that is denied on the phone reports it, and offers two ways to continue', async () => {
    const page = await context.newPage();
    await page.goto(`${world.gateway}/auth/login?return_to=/robots.txt`);
    await submitSignIn(page, people.geojeol);
    await page.waitForURL(`${world.gateway}/auth/callback?**`);
    expect(await page.locator('h1').innerText()).toBe('휴대폰에서 승인되지 않았습니다');
    const ways = await page
      .locator('main a')
      .evaluateAll((all) => all.map((way) => way.getAttribute('href')));
    expect(ways).toEqual(['/auth/login?return_to=%2Frobots.txt', '/robots.txt']);
    await page.click('a[href="/robots.txt"]');
    await page.waitForURL(`${world.gateway}/robots.txt`);
  });
});
