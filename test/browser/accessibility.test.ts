import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  axeFindings,
  enlargeLetters,
  keyboardFaults,
  movements,
  overflowing,
  smallTargets,
} from '../support/inspect/inspect-page.ts';
import { button, consentBox, openPhone } from '../support/people/browser-steps.ts';
import { scenes } from '../support/people/page-scenes.ts';
import { people } from '../support/people/sign-in.ts';
import { useBrowserWorld } from '../support/world/browser-world.ts';

const world = useBrowserWorld({ local: true });

const allScenes = Object.values(scenes).flat();
const widths = [320, 1280];
const schemes = ['light', 'dark'] as const;

/** A window of 1280 px at 200 %, and letters of twice the size besides; the same on a small phone. */
const zoomed = [640, 320];

describe.each(['ko-KR', 'en-US'])('in %s', (locale) => {
  test.each(allScenes)('$name', async ({ open, shows, close }) => {
    const context = await world.open({ locale, bypassCSP: true, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await world.clock.advance(10);
    await open(page, world);
    await page.waitForSelector(shows, { state: 'attached' });
    expect(await page.getAttribute('html', 'lang')).toBe(locale.slice(0, 2));
    const faults = await inspect(page);
    await close?.(world);
    await context.close();
    expect(faults).toEqual([]);
  });
});

describe('By keyboard alone', () => {
  /** Presses Tab until something has the focus, as a person does who looks where it is. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    throw new Error(`No way by Tab to ${selector} on ${page.url()}`);
  }

  test('from the shop through the form, the phone and the consent, and out again', async () => {
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
    await tabTo(page, consentBox);
    await page.keyboard.press('Space');
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

/** All that is wrong with a page: for axe, for narrow windows, large letters, fingers, the keyboard, and who dislikes motion. */
async function inspect(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const note = (what: string, found: string[]) => faults.push(...found.map((fault) => `${what}: ${fault}`));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      note(
        `axe, ${width} px, ${colorScheme}`,
        await axeFindings(page, colorScheme === 'dark' ? 'colour' : 'all'),
      );
    }
    note(`wider than ${width} px`, await overflowing(page));
    note(`small at ${width} px`, await smallTargets(page));
  }
  note('by keyboard', await keyboardFaults(page));
  note('moves', await movements(page));
  await enlargeLetters(page);
  for (const width of zoomed) {
    await page.setViewportSize({ width, height: 360 });
    note(`wider than ${width} px, letters at 200 %`, await overflowing(page));
  }
  return faults;
}
