import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { BrowserContext, Frame, Page } from 'playwright-core';

/** A font that comes through npm, so that neither screenshots nor lengths of texts depend on this machine's fonts. */
const folder = path.dirname(
  createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-kr/index.css'),
);
const route = '/font-of-the-pictures/';
const family = '"Noto Sans KR Variable"';
const style = `${readFileSync(path.join(folder, 'index.css'), 'utf8').replaceAll('./files/', route)}
  :root { font-family: ${family} !important; }
  code, pre { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", ${family} !important; }
  * { caret-color: transparent !important; }`;

/** The file that a page asks for by a path; undefined if it isn't one of the font. */
export const fontFile = (url: string): string | undefined =>
  url.includes(route) ? path.join(folder, 'files', path.basename(url)) : undefined;

/** Serves the font to the pages of a context. It needs `bypassCSP`, since the pages' policy would refuse the font. */
export const serveFont = (context: BrowserContext): Promise<unknown> =>
  context.route(`**${route}*`, (request) =>
    request.fulfill({ path: fontFile(request.request().url()) ?? '' }),
  );

/** Sets a page, or a frame of it, in the font, and waits until it is loaded. */
export async function setInFont(page: Page | Frame): Promise<void> {
  await page.addStyleTag({ content: style });
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return document.fonts.ready;
  });
}
