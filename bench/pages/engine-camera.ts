import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fontFile } from '../../test/browser/support/page-font.ts';
import { type EngineName, engines } from '../../verify/engines/browsers/engines.ts';
import { Visitor } from '../../verify/engines/visitor.ts';
import type { Camera, Look } from './camera.ts';

/**
 * Takes the pictures in another engine, which shows a copy of the page's elements as they are in Chromium. So every scene can be
 * opened, but the other engine runs no script, and its frames are empty.
 * @throws if the engine isn't installed.
 */
export async function engineCamera(name: EngineName): Promise<Camera> {
  const { isInstalled, packages, open } = engines[name];
  if (!isInstalled) throw new Error(`This machine has no ${name}. Debian's packages: ${packages}`);
  const server = await serveCopy();
  const window = await open({ isPhone: true });
  const visitor = new Visitor(window);
  const show = async ({ width, height }: Look['viewport']) => {
    await window.resize(width, height);
    await visitor.until((wanted) => innerWidth === wanted || null, width);
    await visitor.evaluate(markWhenDrawn);
    await visitor.until(() => 'drawn' in document.documentElement.dataset || null);
  };
  return {
    canTake: ({ letters, media }) => letters === undefined && media === undefined,
    async take(page, { viewport }, file) {
      await page.setViewportSize(viewport);
      server.show(await page.evaluate(copyPage));
      await window.open(server.origin);
      await show(viewport);
      await visitor.until(() => document.fonts.status === 'loaded' || null);
      const height = await visitor.evaluate(() => document.documentElement.scrollHeight);
      await show({ width: viewport.width, height: Math.max(viewport.height, height) });
      writeFileSync(file, await window.screenshot());
    },
    async close() {
      await window.close();
      server.close();
    },
  };
}

/** Runs on the page. Marks it when the next frame has been drawn. */
function markWhenDrawn(): void {
  const { dataset } = document.documentElement;
  delete dataset.drawn;
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      dataset.drawn = '';
    });
  });
}

/** Runs on the page. @returns its HTML, with what the user and the scripts have changed. */
function copyPage(): string {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  const copied = copy.querySelectorAll('input');
  for (const [index, input] of document.querySelectorAll('input').entries()) {
    copied[index]?.setAttribute('value', input.value);
    copied[index]?.toggleAttribute('checked', input.checked);
  }
  for (const element of copy.querySelectorAll('script, noscript, meta[http-equiv]')) element.remove();
  for (const frame of copy.querySelectorAll('iframe')) frame.removeAttribute('src');
  return `<!doctype html>${copy.outerHTML}`;
}

/** Serves one page at a time, with the font of the pictures. */
async function serveCopy() {
  let shown = '';
  const server = createServer(({ url = '/' }, response) => {
    const font = fontFile(url);
    if (font !== undefined) response.end(readFileSync(font));
    else response.setHeader('Content-Type', 'text/html; charset=utf-8').end(shown);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}/`,
    show: (html: string) => {
      shown = html;
    },
    close: () => server.close(),
  };
}
