import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { agreeIfAsked, button, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { people, signIn } from '../support/fixtures/sign-in.ts';
import { applications } from '../support/world/test-settings.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

const world = useBrowserWorld();

const { client_id, redirect_uri } = applications.bank;
const words = {
  'ko-KR': {
    title: '연결된 서비스 관리',
    confirm: '휴대폰으로 본인을 확인해 주세요',
    agreed: '동의한 날',
    disconnect: '연결 끊기',
    disconnected: '연결을 끊었습니다.',
    loginEnded: '자동 로그인을 껐습니다.',
    none: '연결된 서비스가 없습니다.',
    download: '내 데이터 내려받기',
    signedOut: '로그아웃했습니다.',
  },
  'en-US': {
    title: 'Connected services',
    confirm: 'Confirm that it’s you on your phone',
    agreed: 'Agreed on',
    disconnect: 'Disconnect',
    disconnected: 'The service was disconnected.',
    loginEnded: 'Automatic sign-in was switched off.',
    none: 'You have no connected services.',
    download: 'Download my data',
    signedOut: 'You are signed out.',
  },
};
const form = (name: string) => `form[action="/account/${name}"] button[type=submit]`;
const headings = (page: Page) => page.locator('section:not(#sign-ins):not(#data) > h2').allInnerTexts();
const notice = (page: Page) => page.locator('.notice').innerText();

const kinds = Object.keys(words).flatMap((locale) =>
  [true, false].map((javaScriptEnabled) => ({
    locale: locale as keyof typeof words,
    javaScriptEnabled,
    scripts: javaScriptEnabled ? 'with' : 'without',
  })),
);

describe('the account page', () => {
  test.each(kinds)(
    '$locale, $scripts scripts: opens by phone, ends one connection after the other, and signs out',
    async ({ locale, javaScriptEnabled }) => {
      const text = words[locale];
      const context = await world.open({ locale, javaScriptEnabled, viewport: { width: 360, height: 740 } });
      const refusals = watchRefusals(context);
      const page = await context.newPage();
      await page.goto(`${world.gateway}/auth/login?return_to=/auth/session`);
      await submitSignIn(page, people.john, { autoLogin: true });
      await agreeIfAsked(page);
      await page.waitForURL(`${world.gateway}/auth/session`);
      await world.clock.advance(10);
      await signIn(new BrowserSession(world), world, people.john, { query: { client_id, redirect_uri } });

      await world.clock.advance(10);
      const shown = await page.goto(`${world.service}/account`);
      expect(gzipSync((await shown?.text()) ?? '').length).toBeLessThan(8 * 1024);
      expect(await page.locator('h1').innerText()).toBe(text.title);
      await page.click(form('sign-in'));
      expect(await page.locator('h1').innerText()).toBe(text.confirm);
      await submitSignIn(page, people.john);
      await page.waitForSelector(form('sign-out'));
      expect((await headings(page)).sort()).toEqual(['Demo Bank', 'Demo Shop']);
      expect(await page.locator('main').innerText()).toContain(text.agreed);

      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: text.download }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toMatch(/^plid-data-.*\.json$/);
      const { connections } = JSON.parse(readFileSync(await file.path(), 'utf8'));
      expect(connections).toHaveLength(2);

      await page.click(form('end-automatic-login'));
      expect(await notice(page)).toBe(text.loginEnded);
      await page.click(`a[href="/account/disconnect?client_id=${client_id}"]`);
      await page.click(form('disconnect'));
      expect([await notice(page), await headings(page)]).toEqual([text.disconnected, ['Demo Shop']]);
      await page.getByRole('link', { name: new RegExp(text.disconnect) }).click();
      await page.click(form('disconnect'));
      expect(await page.locator('main').innerText()).toContain(text.none);
      await page.click(form('sign-out'));
      expect(await notice(page)).toBe(text.signedOut);
      expect(refusals).toEqual([]);
      await context.close();
    },
    60_000,
  );

  test('shows nothing by Back after signing out', async () => {
    const context = await world.open();
    const page = await context.newPage();
    await world.clock.advance(10);
    await page.goto(`${world.service}/account`);
    await page.click(form('sign-in'));
    await submitSignIn(page, people.hana);
    await page.waitForSelector(form('sign-out'));
    await page.click(form('sign-out'));
    await page.waitForSelector(form('sign-in'));
    await page.goBack();
    expect(await page.locator(form('sign-out')).count()).toBe(0);
    await context.close();
  });

  test('leads back to its origin if it is cancelled on the way', async () => {
    const context = await world.open();
    const page = await context.newPage();
    await page.goto(`${world.service}/account`);
    await page.click(form('sign-in'));
    await page.click(button('cancel'));
    await page.waitForURL(`${world.service}/account`);
    expect(await page.locator(form('sign-in')).count()).toBe(1);
    await context.close();
  });
});
