import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  button,
  consentBox,
  openPhone,
  signedInUser,
  startLogin,
  submitSignIn,
} from '../support/fixtures/browser-steps.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const world = useBrowserWorld({ local: true });
let context: BrowserContext;
let page: Page;

beforeEach(async () => {
  context = await world.open({ javaScriptEnabled: false });
  page = await context.newPage();
});
afterEach(() => context.close());

test('a whole sign-in without scripts uses buttons on phone and waiting page', async () => {
  const phone = await openPhone(context, world, people.daegi);
  await startLogin(page, world);
  await submitSignIn(page, people.daegi, { autoLogin: true });
  const match = await page.locator('.match').innerText();
  await phone.click(`button[name=match][value="${match}"]`);
  await phone.waitForSelector('.numbers', { state: 'detached' });
  await page.click('noscript a');
  expect(await page.isChecked(consentBox)).toBe(true);
  await page.click(button('consent'));
  expect(await signedInUser(page, world)).toMatchObject({ name: '박대기', autoLoginYn: 'Y' });
});

test('a request denied on the phone returns to the application without scripts', async () => {
  await world.clock.advance(10);
  const phone = await openPhone(context, world, people.daegi);
  await startLogin(page, world);
  await submitSignIn(page, people.daegi);
  await phone.click('form[action$="/deny"] button');
  await phone.waitForSelector('.numbers', { state: 'detached' });
  await page.click('noscript a');
  await page.waitForURL(`${world.gateway}/auth/callback?**`);
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
});

test('without scripts an error is next to its field, and typed values are kept', async () => {
  await startLogin(page, world);
  await page.fill('[name=name]', '김하나');
  await page.fill('[name=phoneNo]', '12345');
  await page.click(button('sign-in'));
  expect(await page.inputValue('[name=name]')).toBe('김하나');
  expect(await page.inputValue('[name=phoneNo]')).toBe('12345');
  expect(await page.locator('#phoneNo-error').innerText()).toContain('휴대폰 번호');
  expect(await page.locator('#telcoCd-error').innerText()).toContain('통신사');
  expect(await page.locator('#name-error').count()).toBe(0);
});

test('submitting consent twice ends in one sign-in', async () => {
  await startLogin(page, world);
  await submitSignIn(page, people.duri);
  await page.dblclick(button('consent'));
  expect(await signedInUser(page, world)).toMatchObject({ name: '이두리' });
});

test('returning to the application and switching language need no scripts', async () => {
  await startLogin(page, world);
  await page.click('button[lang=en]');
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  await page.click(button('cancel'));
  await page.waitForURL(`${world.gateway}/auth/session`);
});
