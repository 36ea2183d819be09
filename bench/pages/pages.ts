import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setup } from '../../test/support/world/global-setup.ts';
import type { EngineName } from '../../verify/engines/browsers/engines.ts';
import { root } from '../runner/bundles.ts';

type StartBrowserWorld = typeof import('../../test/browser/support/browser-world.ts')['startBrowserWorld'];

interface PagesOptions {
  /** Folder of the pictures, `.bench/pages` by default. */
  to?: string;
  /** Parts of the names of the scenes on contact sheets. */
  scene?: string[];
  /** The engine that shows the contact sheets, Chromium by default. */
  engine?: EngineName;
  /** Whether the pictures of the README are replaced. */
  writeDocs?: boolean;
}

const parts = {
  readme: async (start: StartBrowserWorld, folder: string, { writeDocs }: PagesOptions) => {
    const target = writeDocs ? path.join(root, 'docs/pictures') : path.join(folder, 'readme');
    await (await import('./readme-pictures.ts')).takeReadmePictures(start, target);
  },
  sheets: async (start: StartBrowserWorld, folder: string, { scene, engine }: PagesOptions) =>
    (await import('./contact-sheet.ts')).takeContactSheets(start, path.join(folder, 'sheets'), scene, engine),
  times: async (start: StartBrowserWorld) => (await import('./sign-in-times.ts')).timeSignIns(start),
};

const pageParts = Object.keys(parts) as (keyof typeof parts)[];

/** Takes pictures of the pages and times sign-ins, in Chromium, in worlds that it starts. @param chosen all parts by default. */
export async function showPages(
  chosen: readonly (keyof typeof parts)[],
  options: PagesOptions,
): Promise<void> {
  const folder = path.resolve(options.to ?? path.join(root, '.bench/pages'));
  mkdirSync(folder, { recursive: true });
  const tearDown = await setup();
  try {
    // Imported this late because setup() has to choose the folder of the bundles first.
    const { startBrowserWorld } = await import('../../test/browser/support/browser-world.ts');
    for (const part of chosen.length > 0 ? chosen : pageParts)
      await parts[part](startBrowserWorld, folder, options);
  } finally {
    await tearDown();
  }
}
