import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const machinesOwn = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Where Chromium is: the one that npm brings, the same for everybody, on Linux with an x64 processor; elsewhere the machine's own. A whole Chromium
 * asks before it opens another app, and takes no click meanwhile.
 */
export const chromiumPath = async (): Promise<string> =>
  process.platform === 'linux' && process.arch === 'x64'
    ? sparticuz.executablePath()
    : (machinesOwn.find((file) => existsSync(file)) ?? missing());

function missing(): never {
  throw new Error(`Install Chromium or Chrome: there is none at ${machinesOwn.join(', ')}.`);
}

/**
 * Starts Chromium.
 * @param hosts where to find which host: `{'login.example.com:443': '127.0.0.1:4711'}`.
 */
export async function startChromium(hosts: Record<string, string>): Promise<Browser> {
  const rules = Object.entries(hosts).map(([host, address]) => `MAP ${host} ${address}`);
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=${rules.join(', ')}`,
    ],
  });
}
