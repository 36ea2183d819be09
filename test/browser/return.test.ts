import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { goTo, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { changeSubscriber, newSubscriber, requestsOn } from '../support/fixtures/phones.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const world = useBrowserWorld();
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;

/** Counts what a user does on the pages of a context, with the page before. */
async function countedHands(page: Page): Promise<Record<string, number>> {
  const hands: Record<string, number> = { taps: 0, keys: 0 };
  const count = (kind: string) => {
    hands[kind] = (hands[kind] ?? 0) + 1;
  };
  await page.exposeFunction('countHand', count);
  await page.addInitScript(() => {
    const told = (kind: string) => (window as unknown as { countHand(kind: string): void }).countHand(kind);
    addEventListener('pointerdown', () => told('taps'), true);
    addEventListener('keydown', () => told('keys'), true);
  });
  return hands;
}

test.each([
  ['ko-KR', 'S', 'SKT로 계속'],
  ['en-US', 'SM', 'Continue with SKT MVNO'],
])('a returning user signs in with one tap and no key: %s', async (locale, telcoCd, label) => {
  await world.clock.advance(10);
  const context = await world.open({ ...phone, locale });
  const page = await context.newPage();
  const person = { ...(await newSubscriber(world, 'waits')), name: '시작일', telcoCd };
  const mvno = telcoCd === 'SM' ? 'Y' : 'N';
  await changeSubscriber(world, person.phoneNo, { name: person.name, mvno, behaviour: 'waits' });
  await startLogin(page, world);
  await page.check('[name=remember]');
  await submitSignIn(page, person);
  await page.waitForSelector('.match');
  // The script of this page would go on while the next one is on its way.
  await goTo(page, 'about:blank');
  await world.clock.advance(121);

  const hands = await countedHands(page);
  await startLogin(page, world);
  const first = page.locator('main button:visible').first();
  expect(await first.innerText()).toBe(label);
  expect(await page.locator('.person').innerText()).toMatch(/시\*\S*\s010-\*{4}-\d{4}$/);
  expect(await page.content()).not.toContain(person.name);
  await first.tap();
  await page.waitForSelector('.match');
  expect(hands).toEqual({ taps: 1, keys: 0 });
  expect(await requestsOn(world, person.phoneNo)).toHaveLength(2);
  await context.close();
});

test('the empty form for another number is one tap away, with and without scripts', async () => {
  await world.clock.advance(10);
  const context = await world.open({ ...phone, javaScriptEnabled: false });
  const page = await context.newPage();
  const [one, other] = [await newSubscriber(world, 'waits'), await newSubscriber(world, 'waits')];
  await startLogin(page, world);
  await page.check('[name=remember]');
  await submitSignIn(page, one);
  await page.waitForSelector('.match');
  await startLogin(page, world);
  expect(await page.locator('[name=name]').isVisible()).toBe(false);
  await page.locator('summary').tap();
  expect(await page.inputValue('[name=name]')).toBe('');
  expect(await page.isChecked('[name=remember]')).toBe(false);
  await submitSignIn(page, other);
  await page.waitForSelector('.match');
  expect(await requestsOn(world, other.phoneNo)).toHaveLength(1);
  // The one before is remembered no more: another has used the device.
  await startLogin(page, world);
  expect(await page.locator('.person').innerText()).toContain(other.phoneNo.slice(-4));
  await context.close();
});
