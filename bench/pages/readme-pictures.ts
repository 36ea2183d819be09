import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { BrowserWorld, startBrowserWorld } from '../../test/browser/support/browser-world.ts';
import { serveFont, setInFont } from '../../test/browser/support/page-font.ts';
import { button } from '../../test/support/fixtures/browser-steps.ts';
import { approveOn, changeSubscriber } from '../../test/support/fixtures/phones.ts';
import { authorizeUrl, type Person, people } from '../../test/support/fixtures/sign-in.ts';
import { animate, type Frame } from './animation.ts';

/** Maximum size of a picture, in bytes: a README shows one that moves, and three. */
const maxBytes = 512 * 1024;

/** The screen of a phone, and a wide one for the shop beside a phone. The README shows both at fewer pixels. */
const screens = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.25, hasTouch: true },
  beside: { viewport: { width: 976, height: 640 }, deviceScaleFactor: 1 },
};

/** A reader of the pictures: language and colours, and a person with a name in that language. */
interface Reader {
  folder: string;
  locale: 'ko' | 'en';
  colorScheme: 'light' | 'dark';
  person: Person;
}

const readersOf = (folder: string): Reader[] =>
  (['light', 'dark'] as const).flatMap((colorScheme) => [
    { folder, locale: 'ko', colorScheme, person: people.daegi },
    { folder, locale: 'en', colorScheme, person: people.john },
  ]);

/** A new browser context. It bypasses the pages' Content-Security-Policy, which would refuse the font. */
async function openScreen(
  world: BrowserWorld,
  { locale, colorScheme }: Reader,
  screen: keyof typeof screens,
): Promise<BrowserContext> {
  // Requests of earlier pictures have then ended, and the page of a service that begins shows none of them.
  await world.clock.advance(86_400);
  const context = await world.open({
    ...{ locale, colorScheme, ...screens[screen], reducedMotion: 'reduce', bypassCSP: true },
  });
  await serveFont(context);
  return context;
}

function write(name: string, { locale, colorScheme, folder }: Reader, picture: Buffer): void {
  const file = `${name}-${locale}${colorScheme === 'dark' ? '-dark' : ''}.png`;
  if (picture.length > maxBytes) throw new Error(`${file} has ${picture.length} bytes`);
  writeFileSync(path.join(folder, file), picture);
}

/** A picture of a page, on a screen as high as the page is: a footer of a lower screen would stand in the middle. */
async function take(page: Page, name: string, reader: Reader): Promise<void> {
  await setInFont(page);
  const { width, height } = screens.phone.viewport;
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, pageHeight) });
  write(name, reader, await page.screenshot());
  await page.setViewportSize({ width, height });
}

/** The pages of a sign-in on a phone: the form, the number to match, and the consent of an application that asks for little. */
async function takePages(world: BrowserWorld, reader: Reader): Promise<void> {
  const { person } = reader;
  const context = await openScreen(world, reader, 'phone');
  const page = await context.newPage();
  await page.goto(authorizeUrl(world, { client_id: world.applications.bank.client_id }));
  await page.fill('[name=name]', person.name);
  await page.fill('[name=phoneNo]', person.phoneNo.replace(/^(...)(....)/, '$1-$2-'));
  await page.check(`[name=telcoCd][value=${person.telcoCd}]`);
  await take(page, 'sign-in', reader);
  await page.locator(button('sign-in')).first().click();
  await page.waitForSelector('.match');
  await take(page, 'waiting', reader);
  await approveOn(world, person.phoneNo);
  await page.waitForSelector(button('consent'));
  await take(page, 'consent', reader);
  await context.close();
}

/** A whole login beside a phone, from the shop to the shop. */
async function takeLogin(world: BrowserWorld, reader: Reader): Promise<void> {
  const { person } = reader;
  const context = await openScreen(world, reader, 'beside');
  const page = await context.newPage();
  const frames: Frame[] = [];
  const show = async (milliseconds: number, pressed?: string) => {
    await page.waitForSelector('.beside iframe');
    for (const frame of page.frames()) await setInFont(frame);
    if (pressed !== undefined) await page.locator(pressed).first().evaluate(mark);
    frames.push({ png: await page.screenshot(), milliseconds });
    if (pressed !== undefined) await page.locator(pressed).first().click();
  };
  await page.goto(`${world.sandbox}/sandbox/side-by-side?phoneNo=${person.phoneNo}`);
  await show(2_000, 'a[href^="/auth/login"]');
  await page.fill('[name=name]', person.name);
  await page.fill('[name=phoneNo]', person.phoneNo.replace(/^(...)(....)/, '$1-$2-'));
  await page.check(`[name=telcoCd][value=${person.telcoCd}]`);
  await show(2_500, button('sign-in'));
  await page.waitForSelector('.match');
  const match = await page.locator('.match').innerText();
  const number = page.frameLocator('iframe').locator(`button[name=match][value="${match.trim()}"]`);
  await number.evaluate(mark);
  await show(3_500);
  await number.click();
  await page.waitForSelector(button('consent'));
  await show(2_000, button('consent'));
  await page.waitForSelector('#logout');
  await show(4_000);
  write('login', reader, animate(frames));
  await context.close();
}

const mark = (pressed: Element) => pressed.classList.add('pressing');

/**
 * Takes the pictures of the README with Chromium, in each language, light and dark. The font comes through npm, so that the
 * pictures don't depend on this machine's fonts.
 */
export async function takeReadmePictures(start: typeof startBrowserWorld, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const reader of readersOf(folder)) {
    const world = await start({ local: true });
    await changeSubscriber(world, reader.person.phoneNo, { ...reader.person, behaviour: 'waits' });
    await takeLogin(world, reader);
    await takePages(world, reader);
    await world.close();
  }
  console.log(`Pictures of the README: ${folder}`);
}
