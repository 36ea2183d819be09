import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, openPhone } from '../support/fixtures/browser-steps.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const world = useBrowserWorld({ local: true });

describe('the keyboard', () => {
  /** Presses Tab until an element has the focus, as a user who watches the focus does. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    throw new Error(`No way by Tab to ${selector} on ${page.url()}`);
  }

  test('suffices from the shop through form, phone, and consent, and for signing out', async () => {
    const context = await world.open();
    await world.clock.advance(10);
    const page = await context.newPage();
    await page.goto(`${world.gateway}/`);
    await tabTo(page, 'a.button');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/oauth2/authorize?**');
    await tabTo(page, '[name=name]');
    await page.keyboard.type(people.daegi.name);
    await page.keyboard.press('Tab');
    await page.keyboard.type(people.daegi.phoneNo);
    await tabTo(page, '[name=telcoCd]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const match = await page.locator('.match').innerText();

    const phone = await openPhone(context, world, people.daegi);
    await tabTo(phone, `button[name=match][value="${match}"]`);
    await phone.keyboard.press('Enter');
    await page.waitForURL('**/oauth2/authorize/consent?**');
    await phone.close();
    await tabTo(page, button('consent'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${world.gateway}/`);
    expect(await page.locator('h1').innerText()).toContain('박대기');
    await tabTo(page, '#logout button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('a.button[href^="/auth/login"]');
    await context.close();
  });
});
