import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

/** Everything that decides where a machine's Chromium is. */
export interface Machine {
  platform: NodeJS.Platform;
  arch: string;
  home: string;
  environment: NodeJS.ProcessEnv;
  /** The folder of Playwright's own, once installed: `npx playwright install chromium`. */
  playwrights: string;
  isThere(file: string): boolean;
}

/** Names a program of one's own, which goes before all others. */
export const chromiumVariable = 'PLID_CHROMIUM';

export const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  home: homedir(),
  environment: process.env,
  playwrights: chromium.executablePath(),
  isThere: existsSync,
});

/**
 * Looks for Chromium. Playwright's own goes before a whole Chrome or Edge, which asks before it opens another app, and takes no
 * click meanwhile. @returns its path, or `from npm` if npm has installed it. @throws with one sentence if there is none.
 */
export function findChromium(machine: Machine): string | 'from npm' {
  const { platform, arch, environment, playwrights, isThere } = machine;
  const wanted = environment[chromiumVariable];
  if (wanted !== undefined && isThere(wanted)) return wanted;
  if (wanted !== undefined) throw new Error(`${chromiumVariable} is ${wanted}, and nothing is there.`);
  if (platform === 'linux' && arch === 'x64') return 'from npm';
  const found = [playwrights, ...placesOf(machine)].find(isThere);
  if (found !== undefined) return found;
  throw new Error(
    `Tests in a browser need Chromium, and this machine has none where it was looked for: install Chrome or Chromium, or set ${chromiumVariable} to the path of one.`,
  );
}

function placesOf({ platform, home, environment }: Machine): string[] {
  if (platform === 'darwin')
    return ['/', home].flatMap((parent) => macs.map((file) => path.posix.join(parent, 'Applications', file)));
  if (platform !== 'win32') return linux;
  const { PROGRAMFILES, 'PROGRAMFILES(X86)': older, LOCALAPPDATA } = environment;
  const parents = [PROGRAMFILES, older, LOCALAPPDATA].filter((parent) => parent !== undefined);
  return parents.flatMap((parent) => windows.map((file) => path.win32.join(parent, file)));
}

const macs = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const windows = [
  'Chromium/Application/chrome.exe',
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];

/** A machine with a processor for which npm has no Chromium, such as arm64. */
const linux = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/usr/bin/microsoft-edge-stable',
];
