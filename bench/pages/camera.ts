import type { Page } from 'playwright-core';
import { sizeLetters } from '../../test/browser/support/inspect-page.ts';

/** How a page is looked at. */
export interface Look {
  viewport: { width: number; height: number };
  /** Of the letters, as a multiple of the usual. */
  letters?: number;
  media?: Parameters<Page['emulateMedia']>[0];
}

/** Takes pictures of pages that Chromium has opened. */
export interface Camera {
  /** Whether it can show a page in this look. */
  canTake(look: Look): boolean;
  /** Takes a picture of the whole page. @param file of the PNG. */
  take(page: Page, look: Look, file: string): Promise<void>;
  close(): Promise<void>;
}

const usualMedia = { colorScheme: 'light', forcedColors: 'none' } as const;

/** Takes the pictures in the Chromium that has opened the page. */
export const chromiumCamera: Camera = {
  canTake: () => true,
  async take(page, { viewport, letters = 1, media }, file) {
    await page.emulateMedia({ ...usualMedia, ...media });
    await page.setViewportSize(viewport);
    await sizeLetters(page, letters);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: viewport.width, height: Math.max(viewport.height, height) });
    await page.screenshot({ path: file });
  },
  close: async () => {},
};
