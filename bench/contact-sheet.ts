/**
 * `npm run contact-sheet -- [folder] [part of a scene's name]`: pictures of every page in every state at 360×740, and of the main ones also at
 * other sizes, with large letters, in the dark and in forced colours, in both languages; and sheets of twelve of them, to be looked at by people.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sizeLetters } from '../test/support/inspect/inspect-page.ts';
import { serveFont, setInFont } from '../test/support/inspect/page-font.ts';
import { scenes } from '../test/support/people/scenes/index.ts';
import type { Scene } from '../test/support/people/scenes/scene.ts';
import { sceneSettings } from '../test/support/people/scenes/scene-settings.ts';
import type { BrowserWorld } from '../test/support/world/browser-world.ts';
import { setup } from '../test/support/world/global-setup.ts';

/** The pages that most people meet, by their scenes. */
const mainScenes = new Set([
  'sign in',
  'sign in, not confirmed by the carriers',
  'waiting for the phone',
  'a number without an app',
  'the phone did not answer',
  'the carrier’s app, by a link',
  'the carrier’s app, by a code',
  'consent',
  'the phone denied',
  'what a person is connected with',
]);

const phone = { width: 360, height: 740 };
const small = { width: 320, height: 640 };
const desk = { width: 1440, height: 900 };

interface Look {
  size: typeof phone;
  /** Of the letters, as a multiple of the usual. */
  letters?: number;
  media?: Parameters<Page['emulateMedia']>[0];
}

const usual: Record<string, Look> = { 360: { size: phone } };
const further: Record<string, Look> = {
  320: { size: small },
  1440: { size: desk },
  'letters-200': { size: phone, letters: 2 },
  dark: { size: phone, media: { colorScheme: 'dark' } },
  forced: { size: phone, media: { forcedColors: 'active' } },
};

interface Picture {
  name: string;
  file: string;
}

/** Opens a scene as a phone does, and takes its pictures: the first screen, and below it as much as there is. */
async function takeScene(
  world: BrowserWorld,
  scene: Scene,
  locale: string,
  folder: string,
): Promise<Picture[]> {
  const options: BrowserContextOptions = {
    ...{ locale, viewport: phone, bypassCSP: true, reducedMotion: 'reduce' },
    ...{ isMobile: true, hasTouch: true },
  };
  const context = await world.open(options);
  await serveFont(context);
  const page = await context.newPage();
  await world.clock.advance(60);
  await scene.open(page, world);
  await page.waitForSelector(scene.shows, { state: 'attached' });
  await setInFont(page);
  const taken: Picture[] = [];
  const looks = mainScenes.has(scene.name) ? { ...usual, ...further } : usual;
  for (const [look, { size, letters = 1, media }] of Object.entries(looks)) {
    await page.setViewportSize(size);
    await sizeLetters(page, letters);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media });
    const file = path.join(folder, `${look}-${locale}-${scenes.indexOf(scene)}.png`);
    await page.screenshot({ path: file, fullPage: true });
    taken.push({ name: `${scene.name} · ${look} · ${locale}`, file });
  }
  await scene.close?.(world);
  await context.close();
  return taken;
}

const perSheet = 12;

/** Puts pictures side by side, each with its name, as pages of a width that a screen shows. */
async function makeSheets(world: BrowserWorld, pictures: Picture[], folder: string): Promise<number> {
  const page = await (await world.open({ viewport: { width: 1600, height: 900 } })).newPage();
  const sheets = Math.ceil(pictures.length / perSheet);
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    const figures = pictures.slice(sheet * perSheet, (sheet + 1) * perSheet).map(({ name, file }) => {
      const picture = readFileSync(file).toString('base64');
      return `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${picture}"></figure>`;
    });
    await page.setContent(
      `<style>body { display: grid; grid-template-columns: repeat(6, 1fr); gap: 8px; margin: 8px; font: 12px sans-serif; }
      figure { margin: 0; } img { max-width: 100%; border: 1px solid #888; }</style>${figures.join('')}`,
    );
    await page.screenshot({ path: path.join(folder, `sheet-${sheet + 1}.png`), fullPage: true });
  }
  return sheets;
}

const [given, part = ''] = process.argv.slice(2);
const folder = given ?? mkdtempSync(path.join(tmpdir(), 'plid-contact-sheet-'));
mkdirSync(folder, { recursive: true });
const tearDown = await setup();
// Imported this late because setup() has to choose the folder of the bundles first.
const { startBrowserWorld } = await import('../test/support/world/browser-world.ts');
const world = await startBrowserWorld({
  local: true,
  overrides: { 'plid-local': { vars: sceneSettings } },
});
try {
  const pictures: Picture[] = [];
  // A phone that has denied is asked again after a while: not one scene in both languages, one after the other.
  for (const locale of ['ko-KR', 'en-US'])
    for (const scene of scenes.filter(({ name }) => name.includes(part))) {
      const taking = takeScene(world, scene, locale, folder);
      pictures.push(...(await taking.catch((cause) => Promise.reject(new Error(scene.name, { cause })))));
    }
  const sheets = await makeSheets(world, pictures, folder);
  const names = pictures.map(({ name, file }) => `${path.basename(file)}\t${name}\n`);
  writeFileSync(path.join(folder, 'names.txt'), names.join(''));
  console.log(`${pictures.length} pictures, ${sheets} sheets: ${folder}`);
} finally {
  await world.close();
  tearDown();
}
