import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Unstable_Config, unstable_readConfig } from 'wrangler';

/** The variable with which the processes of one run find their common folder. */
export const folderVariable = 'PLID_TEST_FOLDER';

/** A folder in memory, on Linux. */
const memory = '/dev/shm';
/** In bytes; a container may have only a few megabytes. */
const memoryNeeded = 2 ** 30;

/**
 * The folder of this run of the tests: outside the project, removed at the end (test/support/world/global-setup.ts). It is in
 * memory if there is enough, since objects wait for the disk at each write.
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

/** Removes the folders of runs that were killed: in memory they would stay until the machine restarts. */
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
    // A process of another user may not be asked.
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const copies = new Map<string, string>();

/** Copies a wrangler.toml into a folder without `.dev.vars`, which wrangler would prefer to a test's settings. @returns the path of the copy. */
export function isolatedConfig(file: string): string {
  const copy = copies.get(file) ?? copyConfig(file);
  copies.set(file, copy);
  return copy;
}

function copyConfig(file: string): string {
  // wrangler adds these fields when it reads, and warns of them in a file.
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
