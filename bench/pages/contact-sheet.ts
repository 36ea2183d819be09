import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scenes } from '../../test/browser/scenes/index.ts';
import { deviceOf, type Scene } from '../../test/browser/scenes/scene.ts';
import { sceneSettings } from '../../test/browser/scenes/scene-settings.ts';
import type { BrowserWorld, startBrowserWorld } from '../../test/browser/support/browser-world.ts';
import { serveFont, setInFont } from '../../test/browser/support/page-font.ts';
import type { EngineName } from '../../verify/engines/browsers/engines.ts';
import { type Camera, chromiumCamera, type Look } from './camera.ts';

/** The pages that most users see, by their scenes. */
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
  'the account page, with connections',
]);

/** The page of a common phone, without the bars of its browser. */
const phone = { width: 360, height: 647 };
const small = { width: 320, height: 640 };
const desk = { width: 1440, height: 900 };

const usual: Record<string, Look> = { '360': { viewport: phone } };
const furtherOnPhones: Record<string, Look> = {
  '320': { viewport: small },
  'letters-200': { viewport: phone, letters: 2 },
  dark: { viewport: phone, media: { colorScheme: 'dark' } },
  forced: { viewport: phone, media: { forcedColors: 'active' } },
};
const furtherOnDesks: Record<string, Look> = { '1440': { viewport: desk } };

interface Picture {
  name: string;
  file: string;
}

interface Opened {
  scene: Scene;
  locale: string;
  hasTouch: boolean;
  folder: string;
  camera: Camera;
}

/** Opens a scene once, and takes a picture of the whole page in each look. */
async function take(
  world: BrowserWorld,
  { scene, locale, hasTouch, folder, camera }: Opened,
  looks: Record<string, Look>,
): Promise<Picture[]> {
  const context = await world.open({
    ...deviceOf(scene),
    ...{ locale, hasTouch, bypassCSP: true, reducedMotion: 'reduce' },
    viewport: Object.values(looks)[0]?.viewport ?? phone,
  });
  await serveFont(context);
  const page = await context.newPage();
  // A phone that has denied may be asked again a day later.
  await world.clock.advance(90_000);
  await scene.open(page, world);
  await page.waitForSelector(scene.shows, { state: 'attached' });
  for (const frame of page.frames()) await setInFont(frame);
  const taken: Picture[] = [];
  for (const [name, look] of Object.entries(looks).filter(([, each]) => camera.canTake(each))) {
    const file = path.join(folder, `${name}-${locale}-${scenes.indexOf(scene)}.png`);
    await camera.take(page, look, file);
    taken.push({ name: `${scene.name} · ${name} · ${locale}`, file });
  }
  await scene.close?.(world);
  await context.close();
  return taken;
}

/** @param inEveryLook whether the scene is also taken at other sizes, with large letters, and in other colors. */
async function takeScene(
  world: BrowserWorld,
  opened: Omit<Opened, 'hasTouch'>,
  inEveryLook: boolean,
): Promise<Picture[]> {
  const hasTouch = opened.scene.isOnDesk !== true;
  const onPhone = await take(
    world,
    { ...opened, hasTouch },
    inEveryLook ? { ...usual, ...furtherOnPhones } : usual,
  );
  if (!inEveryLook) return onPhone;
  return [...onPhone, ...(await take(world, { ...opened, hasTouch: false }, furtherOnDesks))];
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

/**
 * Takes a picture of every page in every state at 360×647 in both languages, of the main ones also at other sizes, with large
 * letters, in the dark, and in forced colours; and sheets of twelve pictures each, for people to look at.
 * @param parts of the names of the scenes to take, which are then taken in every look; all scenes by default.
 * @param engine that shows copies of the pages; by default, Chromium shows the pages themselves.
 */
export async function takeContactSheets(
  start: typeof startBrowserWorld,
  folder: string,
  parts: readonly string[] = [],
  engine?: EngineName,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const camera = await cameraOf(engine);
  const world = await start({ local: true, overrides: { 'plid-local': { vars: sceneSettings } } });
  const isNamed = ({ name }: Scene) => parts.some((part) => name.includes(part));
  try {
    const pictures: Picture[] = [];
    for (const locale of ['ko-KR', 'en-US'])
      for (const scene of parts.length > 0 ? scenes.filter(isNamed) : scenes) {
        const taking = takeScene(
          world,
          { scene, locale, folder, camera },
          parts.length > 0 || mainScenes.has(scene.name),
        );
        pictures.push(...(await taking.catch((cause) => Promise.reject(new Error(scene.name, { cause })))));
      }
    const sheets = await makeSheets(world, pictures, folder);
    const names = pictures.map(({ name, file }) => `${path.basename(file)}\t${name}\n`);
    writeFileSync(path.join(folder, 'names.txt'), names.join(''));
    console.log(`${pictures.length} pictures, ${sheets} contact sheets: ${folder}`);
  } finally {
    await camera.close();
    await world.close();
  }
}

const cameraOf = async (engine: EngineName | undefined): Promise<Camera> =>
  engine === undefined ? chromiumCamera : (await import('./engine-camera.ts')).engineCamera(engine);
