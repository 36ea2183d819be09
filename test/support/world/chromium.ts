import { mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { findChromium, thisMachine } from './find-chromium.ts';

/**
 * The path of Chromium: that of `PLID_CHROMIUM`; the one that npm installs, the same for everybody, on Linux with an x64
 * processor; elsewhere the machine's own. @throws if there is none.
 */
export async function chromiumPath(): Promise<string> {
  const found = findChromium(thisMachine());
  return found === 'from npm' ? unpacked() : found;
}

const unpacking = path.join(tmpdir(), 'plid-chromium-unpacking');
/** After so long, in milliseconds, a process that still unpacks was killed. */
const longestUnpacking = 60_000;

/** Unpacks Chromium once: in one process at a time, since the next process takes a half of it for the whole. */
async function unpacked(): Promise<string> {
  while (!mayUnpack()) await setTimeout(100);
  try {
    return await sparticuz.executablePath();
  } finally {
    rmSync(unpacking, { recursive: true, force: true });
  }
}

function mayUnpack(): boolean {
  try {
    mkdirSync(unpacking);
    return true;
  } catch {
    const since = statSync(unpacking, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (since < Date.now() - longestUnpacking) rmSync(unpacking, { recursive: true, force: true });
    return false;
  }
}

/**
 * Starts Chromium.
 * @param hosts addresses by host: `{'login.example.com:443': '127.0.0.1:4711'}`.
 * @param switches further ones of its command line.
 */
export async function startChromium(
  hosts: Record<string, string>,
  switches: readonly string[] = [],
): Promise<Browser> {
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
      ...switches,
    ],
  });
}
