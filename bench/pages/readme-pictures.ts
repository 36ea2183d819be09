import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { BrowserWorld, startBrowserWorld } from '../../test/browser/support/browser-world.ts';
import { serveFont, setInFont } from '../../test/browser/support/page-font.ts';
import { button } from '../../test/support/fixtures/browser-steps.ts';
import { changeSubscriber } from '../../test/support/fixtures/phones.ts';
import { type Person, people } from '../../test/support/fixtures/sign-in.ts';
import { animate, type Frame } from './animation.ts';

/** Maximum size of a picture, in bytes. */
const maxBytes = 512 * 1024;

/** A wide screen, for the shop next to a phone. The README shows it at fewer pixels. */
const screen = { viewport: { width: 976, height: 640 }, deviceScaleFactor: 1 };

/** A reader of the pictures: language and colours, and a user with a name in that language. */
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
async function openScreen(world: BrowserWorld, { locale, colorScheme }: Reader): Promise<BrowserContext> {
  // Requests of earlier pictures have then ended, and the page of a service that begins shows none of them.
  await world.clock.advance(86_400);
  const context = await world.open({
    ...{ locale, colorScheme, ...screen, reducedMotion: 'reduce', bypassCSP: true },
  });
  await serveFont(context);
  return context;
}

function write(name: string, { locale, colorScheme, folder }: Reader, picture: Buffer): void {
  const file = `${name}-${locale}${colorScheme === 'dark' ? '-dark' : ''}.png`;
  if (picture.length > maxBytes) throw new Error(`${file} has ${picture.length} bytes`);
  writeFileSync(path.join(folder, file), picture);
}

interface Press {
  pressed?: Locator;
  /** The part that has changed since the picture before, if not everything. */
  changed?: 'page' | 'phone';
}

/** Returns a part of the screen. */
async function partOf(page: Page, part: 'page' | 'phone') {
  const phone = await page.locator('.beside').boundingBox();
  if (phone === null) throw new Error('There is no phone next to the page');
  return part === 'phone' ? phone : { ...screen.viewport, x: 0, y: 0, width: phone.x };
}

/**
 * A whole sign-in next to a phone, from the shop to the shop. The form is filled in for the phone's owner. Each picture shows where
 * the user taps next.
 */
async function takeLogin(world: BrowserWorld, reader: Reader): Promise<void> {
  const { person } = reader;
  const context = await openScreen(world, reader);
  const page = await context.newPage();
  const frames: Frame[] = [];
  const show = async (milliseconds: number, { pressed, changed }: Press = {}) => {
    await page.waitForSelector('.beside iframe');
    for (const frame of page.frames()) await setInFont(frame);
    await pressed?.scrollIntoViewIfNeeded();
    await pressed?.evaluate((control) => control.classList.add('pressing'));
    const clip = changed ? await partOf(page, changed) : { ...screen.viewport, x: 0, y: 0 };
    frames.push({ png: await page.screenshot({ clip }), milliseconds, x: clip.x, y: clip.y });
    await pressed?.click();
  };
  const onPage = (selector: string) => page.locator(selector).first();
  const onPhone = (selector: string) => page.frameLocator('.beside iframe').locator(selector);
  await page.goto(`${world.sandbox}/sandbox/side-by-side?phoneNo=${person.phoneNo}`);
  await show(2_000, { pressed: onPage('a[href^="/auth/login"]') });
  await show(2_500, { pressed: onPage(button('sign-in')), changed: 'page' });
  await page.waitForSelector('.match');
  const match = await page.locator('.match').innerText();
  await show(2_500, { pressed: onPhone('.notification') });
  const number = onPhone(`button[name=match][value="${match.trim()}"]`);
  await show(2_500, { pressed: number, changed: 'phone' });
  await page.waitForSelector(button('consent'));
  await show(2_000, { pressed: onPage(button('consent')) });
  await page.waitForSelector('#logout');
  await show(4_000);
  write('login', reader, animate(frames));
  await context.close();
}

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
    await world.close();
  }
  console.log(`Pictures of the README: ${folder}`);
}
