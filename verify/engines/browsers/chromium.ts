import { chromium, devices } from 'playwright-core';
import { chromiumPath } from '../../../test/support/world/chromium.ts';
import type { Device, EngineWindow } from './engine-window.ts';

/** Opens a window of the Chromium that the other tests use. */
export async function openChromium({ isPhone, hasScripts = true }: Device): Promise<EngineWindow> {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const device = isPhone ? devices['Galaxy S24'] : {};
  const context = await browser.newContext({ ...device, locale: 'ko-KR', javaScriptEnabled: hasScripts });
  const page = await context.newPage();
  return {
    open: async (address) => void (await page.goto(address)),
    back: async () => void (await page.goBack({ waitUntil: 'commit' })),
    reload: async () => void (await page.reload()),
    address: async () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    press: (x, y) => (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
    type: (text) => page.keyboard.insertText(text),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
