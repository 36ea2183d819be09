import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Unstable_Config, unstable_readConfig } from 'wrangler';

/** Tells the processes of one run of the tests what they share. */
export const folderVariable = 'PLID_TEST_FOLDER';

/** The folder of this run of the tests: outside the project, removed at the end (test/support/world/global-setup.ts). */
export function testFolder(): string {
  const folder = process.env[folderVariable] ?? mkdtempSync(path.join(tmpdir(), 'plid-tests-'));
  process.env[folderVariable] = folder;
  return folder;
}

const copies = new Map<string, string>();

/**
 * Copies a wrangler.toml to where no `.dev.vars` lies beside it: wrangler would load that in front of the settings of a
 * test. @returns the path of the copy.
 */
export function isolatedConfig(file: string): string {
  const copy = copies.get(file) ?? copyConfig(file);
  copies.set(file, copy);
  return copy;
}

function copyConfig(file: string): string {
  // What wrangler adds in reading is not for a file: it would warn of it.
  const { configPath, userConfigPath, topLevelName, definedEnvironments, unsafe, ...config } =
    unstable_readConfig({ config: file }, { hideWarnings: true }) as Unstable_Config &
      Record<string, unknown>;
  const { assets } = config;
  const copied = {
    ...config,
    ...(assets?.directory && {
      assets: { ...assets, directory: path.resolve(path.dirname(file), assets.directory) },
    }),
  };
  const copy = path.join(mkdtempSync(path.join(testFolder(), 'worker-')), 'wrangler.json');
  writeFileSync(copy, JSON.stringify(copied));
  return copy;
}
