import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../../test/support/world/example-process.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import type { Device, EngineWindow } from './engine-window.ts';
import { pressAt, typeKeys } from './input-actions.ts';
import { answers, findProgram, startProgram } from './start-program.ts';
import { WebDriverSession } from './webdriver-session.ts';

/** Whether this machine has WebKitGTK's driver, its browser, and a display in memory for them. */
export const hasWebKit = (): boolean =>
  [findProgram('WebKitWebDriver'), findProgram('Xvfb'), findMiniBrowser()].every(Boolean);

/** Where Debian and Fedora have it. */
const findMiniBrowser = (): string | undefined =>
  globSync(['/usr/lib/*-linux-gnu/webkit2gtk-4.*/MiniBrowser', '/usr/libexec/webkit2gtk-4.*/MiniBrowser'])
    .toSorted()
    .at(-1);

const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

/** GTK's toolbar would keep the window wider than a phone. */
const gtkStyle =
  '* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; -gtk-icon-transform: scale(0); }';

function makeSettings(): string {
  const folder = mkdtempSync(path.join(testFolder(), 'webkit-'));
  mkdirSync(path.join(folder, 'gtk-3.0'));
  writeFileSync(path.join(folder, 'gtk-3.0/gtk.css'), gtkStyle);
  return folder;
}

const wordsOf = ({ isPhone, hasCookies = true, hasScripts = true }: Device): string[] => [
  '--automation',
  ...(isPhone ? [`--user-agent=${phoneAgent}`] : []),
  ...(hasCookies ? [] : ['--cookies-policy=never']),
  ...(hasScripts ? [] : ['--enable-javascript=FALSE']),
];

/** Wide and high enough for whole pages. */
const screen = '1600x6000x24';

/** Opens a window of MiniBrowser, WebKitGTK's own browser, on a display in memory. It has a mouse's pointer on phones, too. */
export async function openWebKit(device: Device): Promise<EngineWindow> {
  const settings = makeSettings();
  const display = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp']);
  const env = { DISPLAY: `:${await display.says(/^(\d+)\n/m)}`, XDG_CONFIG_HOME: settings };
  const port = await freePort();
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], { ...process.env, ...env });
  const close = async () => {
    await driver.stop();
    await display.stop();
    rmSync(settings, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    return webKitWindow(await startSession(`http://127.0.0.1:${port}`, device), close);
  } catch (failure) {
    await close();
    throw failure;
  }
}

async function startSession(driver: string, device: Device): Promise<WebDriverSession> {
  await answers(`${driver}/status`);
  const options = { binary: findMiniBrowser(), args: wordsOf(device) };
  return WebDriverSession.start(driver, { 'webkitgtk:browserOptions': options });
}

function webKitWindow(session: WebDriverSession, close: () => Promise<void>): EngineWindow {
  const evaluate = (expression: string) =>
    session.post<string>('execute/sync', { script: `return ${expression}`, args: [] });
  const act = async (actions: object[]) => void (await session.post('actions', { actions }));
  return {
    open: async (url) => void (await session.post('url', { url })),
    back: async () => void (await session.post('back')),
    reload: async () => void (await session.post('refresh')),
    address: () => session.get('url'),
    evaluate,
    press: (x, y) => act(pressAt(x, y)),
    type: (text) => act(typeKeys(text)),
    resize: (width, height) => resizePage(session, evaluate, { width, height }),
    screenshot: async () => Buffer.from(await session.get<string>('screenshot'), 'base64'),
    async close() {
      await session.end().catch(() => undefined);
      await close();
    },
  };
}

interface Size {
  width: number;
  height: number;
}

/** Resizes the window until the page has a size. A toolbar takes a part of the window, and the page follows the window a moment later. */
async function resizePage(
  session: WebDriverSession,
  evaluate: EngineWindow['evaluate'],
  { width, height }: Size,
): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const [innerWidth = 0, innerHeight = 0] = JSON.parse(
      await evaluate('JSON.stringify([innerWidth, innerHeight])'),
    );
    if (innerWidth === width && innerHeight === height) return;
    const window = await session.get<Size>('window/rect');
    const resized = {
      width: window.width + width - innerWidth,
      height: window.height + height - innerHeight,
    };
    await session.post('window/rect', { x: 0, y: 0, ...resized });
    await setTimeout(50);
  }
  throw new Error(`The page can't be ${width}×${height}`);
}
