import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { BidiConnection } from './bidi-connection.ts';
import type { Device, EngineWindow } from './engine-window.ts';
import { pressAt, typeKeys } from './input-actions.ts';
import { findProgram, startProgram } from './start-program.ts';

/**
 * Debian's Firefox, or that of `PLID_FIREFOX`. It speaks WebDriver BiDi without another program. Ubuntu's can't be used by
 * default, because it reads no profile outside of its own folders.
 */
export const findFirefox = (): string | undefined => process.env.PLID_FIREFOX ?? findProgram('firefox-esr');

/** A finger that can't hover: ui.primaryPointerCapabilities in Firefox's StaticPrefList. */
const coarsePointer = 1;
/** network.cookie.cookieBehavior: all cookies are refused. */
const refuseCookies = 2;

const phonePreferences = {
  'general.useragent.override': 'Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0',
  'ui.primaryPointerCapabilities': coarsePointer,
  'ui.allPointerCapabilities': coarsePointer,
};

const preferencesOf = ({ isPhone, hasCookies = true, hasScripts = true }: Device) => ({
  'intl.accept_languages': 'ko',
  // The page waits with its network requests until Firefox has fetched lists from elsewhere.
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.normandy.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'javascript.enabled': hasScripts,
  ...(isPhone && phonePreferences),
  ...(!hasCookies && { 'network.cookie.cookieBehavior': refuseCookies }),
});

function makeProfile(device: Device): string {
  const folder = mkdtempSync(path.join(testFolder(), 'firefox-'));
  const lines = Object.entries(preferencesOf(device)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(path.join(folder, 'user.js'), lines.join(''));
  return folder;
}

/** Opens a window of the installed Firefox, without a display. */
export async function openFirefox(device: Device): Promise<EngineWindow> {
  const profile = makeProfile(device);
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const program = startProgram(findFirefox() ?? 'firefox-esr', words);
  const close = async () => {
    await program.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const bidi = await BidiConnection.open(`${await program.says(/BiDi listening on (ws:\S+)/)}/session`);
    await bidi.send('session.new', { capabilities: {} });
    const tree = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree');
    return firefoxWindow(bidi, tree.contexts[0]?.context ?? '', close);
  } catch (failure) {
    await close();
    throw failure;
  }
}

const firefoxWindow = (bidi: BidiConnection, context: string, close: () => Promise<void>): EngineWindow => {
  const send = <Result = unknown>(method: string, params: object = {}) =>
    bidi.send<Result>(method, { context, ...params });
  const act = async (actions: object[]) => void (await send('input.performActions', { actions }));
  const evaluate = async (expression: string): Promise<string> => {
    const options = { expression, target: { context }, awaitPromise: false };
    const { result } = await bidi.send<{ result?: { value?: string } }>('script.evaluate', options);
    if (result?.value === undefined) throw new Error(`Firefox can't evaluate ${expression}`);
    return result.value;
  };
  return {
    open: async (url) => void (await send('browsingContext.navigate', { url, wait: 'complete' })),
    back: async () => void (await send('browsingContext.traverseHistory', { delta: -1 })),
    reload: async () => void (await send('browsingContext.reload', { wait: 'complete' })),
    address: () => evaluate('location.href'),
    evaluate,
    press: (x, y) => act(pressAt(x, y)),
    type: (text) => act(typeKeys(text)),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { viewport: { width, height } })),
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot');
      return Buffer.from(data, 'base64');
    },
    async close() {
      bidi.close();
      await close();
    },
  };
};
