import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Unstable_Config, unstable_readConfig } from 'wrangler';

/** Tells the processes of one run of the tests what they share. */
export const folderVariable = 'PLID_TEST_FOLDER';

/** A folder in memory, on Linux. */
const memory = '/dev/shm';
/** In bytes; a container may have a few megabytes alone. */
const memoryNeeded = 2 ** 30;

/**
 * The folder of this run of the tests: outside the project, removed at the end (test/support/world/global-setup.ts). In memory where there is
 * enough of it, since objects wait for the disk each time that they write.
 */
export function testFolder(): string {
  const folder =
    process.env[folderVariable] ?? mkdtempSync(path.join(parentFolder(), `plid-tests-${process.pid}-`));
  process.env[folderVariable] = folder;
  return folder;
}

function parentFolder(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > memoryNeeded ? memory : tmpdir();
}

/** Removes the folders of runs that were killed: what lies in memory would stay there until the machine is started again. */
export function removeLeftFolders(): void {
  const parent = parentFolder();
  for (const name of readdirSync(parent)) {
    const pid = /^plid-tests-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (failure) {
    // Somebody else's process may not be asked.
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
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
