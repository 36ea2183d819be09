import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { root } from '../support/world/bundles.ts';
import { findChromium, type Machine } from '../support/world/find-chromium.ts';
import { setup } from '../support/world/need-chromium.ts';

const machine = (changes: Partial<Machine>, ...files: string[]): Machine => ({
  platform: 'linux',
  arch: 'arm64',
  home: '/home/kim',
  environment: {},
  playwrights: '/cache/ms-playwright/chrome',
  isThere: (file) => files.includes(file),
  ...changes,
});

const mac: Partial<Machine> = { platform: 'darwin', home: '/Users/kim' };
const windows: Partial<Machine> = {
  platform: 'win32',
  home: 'C:\\Users\\kim',
  environment: { PROGRAMFILES: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\kim\\AppData\\Local' },
};

describe('Chromium is found', () => {
  test.each<[string, Partial<Machine>, string]>([
    ['for all users of a Mac', mac, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['for one user of a Mac', mac, '/Users/kim/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['as Edge on a Mac', mac, '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
    ['on Windows', windows, 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
    ['for one user of Windows', windows, 'C:\\Users\\kim\\AppData\\Local\\Chromium\\Application\\chrome.exe'],
    ['as Edge on Windows', windows, 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe'],
    ['on Linux with another processor', {}, '/usr/bin/chromium'],
    ['as a snap', {}, '/snap/bin/chromium'],
    ['in Playwright’s own folder', mac, '/cache/ms-playwright/chrome'],
  ])('in this order: %s', (_, changes, file) => {
    expect(findChromium(machine(changes, file))).toBe(file);
  });

  test('from npm on Linux with an x64 processor, whatever the machine has', () => {
    expect(findChromium(machine({ arch: 'x64' }, '/usr/bin/chromium'))).toBe('from npm');
  });

  test('at the path in PLID_CHROMIUM first', () => {
    const environment = { PLID_CHROMIUM: '/opt/mine' };
    const chrome = '/usr/bin/google-chrome';
    expect(findChromium(machine({ environment }, '/opt/mine', chrome))).toBe('/opt/mine');
    expect(findChromium(machine({ environment, arch: 'x64' }, '/opt/mine'))).toBe('/opt/mine');
    expect(() => findChromium(machine({ environment }, chrome))).toThrow(
      'PLID_CHROMIUM is /opt/mine, and nothing',
    );
  });
});

test('a missing Chromium is reported in one sentence with the fix', () => {
  for (const platform of ['darwin', 'win32', 'linux'] as const)
    expect(() => findChromium(machine({ platform }))).toThrow(
      /^Tests in a browser need Chromium, .* PLID_CHROMIUM/,
    );
});

describe('a machine without Chromium', () => {
  const begin = (...files: string[]) =>
    setup({ vitest: { state: { getPaths: () => files.map((file) => path.join(root, file)) } } } as never);
  beforeEach(() => void vi.stubEnv('PLID_CHROMIUM', '/nowhere/chrome'));
  afterEach(() => vi.unstubAllEnvs());

  test.each(['test/browser/login.test.ts', 'verify/examples/page.test.ts', 'sandbox/test/chromium.test.ts'])(
    'starts no test if one of them needs it: %s',
    (file) => {
      expect(() => begin('test/core/crypto/codec.test.ts', file)).toThrow(
        'PLID_CHROMIUM is /nowhere/chrome, and nothing is there.',
      );
    },
  );

  test("starts tests that don't need it", () =>
    expect(() => begin('test/core/crypto/codec.test.ts')).not.toThrow());
});
