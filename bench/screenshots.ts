/**
 * `npm run screenshots`: takes the pictures of docs/pictures with Chromium, from the local world's pages. The font comes through npm, so that the
 * pictures do not depend on this machine's fonts.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { serveFont, setInFont } from '../test/support/inspect/page-font.ts';
import { agreeIfAsked, button, openPhone, submitSignIn } from '../test/support/people/browser-steps.ts';
import { authorizeUrl, people } from '../test/support/people/sign-in.ts';
import type { BrowserWorld } from '../test/support/world/browser-world.ts';
import { setup } from '../test/support/world/global-setup.ts';

const folder = path.resolve(import.meta.dirname, '../docs/pictures');
/** Maximum size of a picture, in bytes: the README shows several. */
const maxBytes = 300 * 1024;

/** The screen of a phone, and a wide one for the demo shop, which shows two columns. The README shows both at half their pixels. */
const screens = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.25 },
  desk: { viewport: { width: 1040, height: 820 }, deviceScaleFactor: 1 },
  beside: { viewport: { width: 976, height: 640 }, deviceScaleFactor: 1 },
};

/** A new browser context. It bypasses the pages' Content-Security-Policy, which would refuse the font. */
async function openScreen(
  world: BrowserWorld,
  locale: string,
  screen: keyof typeof screens,
): Promise<BrowserContext> {
  const context = await world.open({ locale, ...screens[screen], reducedMotion: 'reduce', bypassCSP: true });
  await serveFont(context);
  return context;
}

async function take(page: Page, name: string, { whole = true } = {}): Promise<void> {
  await setInFont(page);
  const picture = whole ? await takeWhole(page) : await page.screenshot();
  if (picture.length > maxBytes) throw new Error(`${name}.png has ${picture.length} bytes`);
  writeFileSync(path.join(folder, `${name}.png`), picture);
}

/** Takes a picture on a screen as high as the page: a fixed footer of a lower screen would stand in the middle of the picture. */
async function takeWhole(page: Page): Promise<Buffer> {
  const { width, height } = page.viewportSize() ?? screens.phone.viewport;
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, pageHeight) });
  const picture = await page.screenshot();
  await page.setViewportSize({ width, height });
  return picture;
}

async function takeSignIn(world: BrowserWorld, page: Page, name: string): Promise<void> {
  await page.goto(`${world.gateway}/auth/login?return_to=/`);
  await page.fill('[name=name]', people.daegi.name);
  await page.fill('[name=phoneNo]', '010-0000-0004');
  await page.check('[name=telcoCd][value=S]');
  await take(page, name);
}

/** Shows the consent page of an application that asks for few attributes. */
async function takeConsent(world: BrowserWorld, page: Page, name: string): Promise<void> {
  await page.goto(authorizeUrl(world, { client_id: world.applications.bank.client_id }));
  await submitSignIn(page, people.hana);
  await page.waitForSelector(button('consent'));
  await take(page, name);
}

async function takeKorean(world: BrowserWorld): Promise<void> {
  const context = await openScreen(world, 'ko', 'phone');
  const page = await context.newPage();
  await takeSignIn(world, page, 'sign-in-ko');
  await page.click(button('sign-in'));
  await page.waitForSelector('.match');
  await take(page, 'waiting-ko');
  const phone = await openPhone(context, world, people.daegi);
  await phone.locator('h1').evaluate((heading) => heading.scrollIntoView());
  await take(phone, 'phone-ko', { whole: false });
  await takeConsent(world, page, 'consent-ko');
  await context.close();
}

async function takeEnglish(world: BrowserWorld): Promise<void> {
  const context = await openScreen(world, 'en', 'phone');
  const page = await context.newPage();
  await takeSignIn(world, page, 'sign-in-en');
  await takeConsent(world, page, 'consent-en');
  await context.close();
}

async function takeDemo(world: BrowserWorld): Promise<void> {
  const context = await openScreen(world, 'ko', 'desk');
  const page = await context.newPage();
  await page.goto(`${world.gateway}/auth/login?return_to=/`);
  await submitSignIn(page, people.hana);
  await agreeIfAsked(page);
  await page.waitForSelector('#logout');
  await take(page, 'demo-ko');
  await context.close();
}

/** The number match, shop and phone side by side. */
async function takeNumberMatch(world: BrowserWorld): Promise<void> {
  // The request of the earlier pictures has then ended.
  await world.clock.advance(600);
  const context = await openScreen(world, 'ko', 'beside');
  const page = await context.newPage();
  await page.goto(`${world.sandbox}/sandbox/side-by-side?phoneNo=${people.daegi.phoneNo}`);
  await page.click('a[href^="/auth/login"]');
  await submitSignIn(page, people.daegi);
  await page.waitForSelector('.match');
  const match = await page.locator('.match').innerText();
  const number = page.frameLocator('iframe').locator(`button[name=match][value="${match}"]`);
  await number.evaluate((pressed) => pressed.classList.add('pressing'));
  for (const frame of page.frames().slice(1)) await setInFont(frame);
  await take(page, 'number-match', { whole: false });
  await context.close();
}

mkdirSync(folder, { recursive: true });
const tearDown = await setup();
// Imported this late because setup() has to choose the folder of the bundles first.
const { startBrowserWorld } = await import('../test/support/world/browser-world.ts');
const world = await startBrowserWorld({ local: true });
try {
  await takeKorean(world);
  await takeEnglish(world);
  await takeDemo(world);
  await takeNumberMatch(world);
} finally {
  await world.close();
  tearDown();
}
