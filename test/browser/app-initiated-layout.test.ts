import { expect, test } from 'vitest';
import { startLogin } from '../support/fixtures/browser-steps.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const world = useBrowserWorld({ local: true });
const starts = ['.start-link', '.start-code'];

/** From the top of the page to an element, in pixels; undefined where it is not shown. */
async function topsOn(options: object, selectors: string[]) {
  const context = await world.open(options);
  const page = await context.newPage();
  await startLogin(page, world);
  const tops = selectors.map(async (selector) => (await page.locator(selector).boundingBox())?.y);
  const found = await Promise.all(tops);
  await context.close();
  return found;
}

test("on a phone the carrier's app comes first, without a QR code", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const [link, code, name = 0] = await topsOn(phone, [...starts, '#name']);
  expect(link).toBeLessThan(name);
  expect(code).toBeUndefined();
});

test('on a desktop the form comes first, then the QR code, then the app', async () => {
  const desk = { viewport: { width: 1440, height: 900 } };
  const [link = 0, code = 0, name] = await topsOn(desk, [...starts, '#name']);
  expect(name).toBeLessThan(code);
  expect(code).toBeLessThan(link);
});
