import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const machinesOwn = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where Chromium is: the machine's own where it has one, else the one that npm brought. */
export const chromiumPath = async (): Promise<string> =>
  machinesOwn.find((file) => existsSync(file)) ?? (await sparticuz.executablePath());

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
